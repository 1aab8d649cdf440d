package io.banyan.rpc.security;

import io.banyan.schedule.JobId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The credentials that an instance gave to its children: one a job, good for that job's session only, from the launch to the
 * end of the job. Any thread may call. O(1) a check, whatever the number of children.
 */
public final class ChildCredentials {
    private final Map<Digest, JobId> jobs = new ConcurrentHashMap<>();
    private final Map<JobId, Digest> credentials = new ConcurrentHashMap<>();

    /** A new credential for the child of a job; an older one of the same job is good no more. */
    public Token issue(JobId job) {
        Token credential = Token.random();
        restore(job, credential);
        return credential;
    }

    /** Takes up again a credential that was given out before this daemon's restart. */
    public void restore(JobId job, Token credential) {
        restore(job, credential.digest());
    }

    /**
     * The same for one that another daemon gave out.
     *
     * @param fingerprint as {@link #fingerprint} gave it there
     * @throws IllegalArgumentException if it is none
     */
    public void restore(JobId job, String fingerprint) {
        restore(job, new Digest(fingerprint));
    }

    private void restore(JobId job, Digest digest) {
        revoke(job);
        credentials.put(job, digest);
        jobs.put(digest, job);
    }

    /**
     * By what the credential of a job is known, and cannot be made again.
     *
     * @throws IllegalArgumentException if the job has none
     */
    public String fingerprint(JobId job) {
        Digest digest = credentials.get(job);
        if (digest == null) {
            throw new IllegalArgumentException("job " + job + " has no credential");
        }
        return digest.hex();
    }

    /** Ends the credential of a job. */
    public void revoke(JobId job) {
        Digest ended = credentials.remove(job);
        if (ended != null) {
            jobs.remove(ended);
        }
    }

    /** The job whose child holds this credential. */
    Optional<JobId> jobOf(Digest presented) {
        return Optional.ofNullable(jobs.get(presented));
    }
}
