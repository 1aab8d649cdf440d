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
        revoke(job);
        credentials.put(job, credential.digest());
        jobs.put(credential.digest(), job);
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
