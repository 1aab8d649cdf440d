package io.banyan.rpc.security;

import io.banyan.resource.JobId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The credentials that an instance gave to its children: one for each job, valid for that job's session only, from the
 * launch to the end of the job. Any thread may call. O(1) a check, whatever the number of children.
 */
public final class ChildCredentials {
    private final Map<TokenDigest, JobId> jobs = new ConcurrentHashMap<>();
    private final Map<JobId, TokenDigest> credentials = new ConcurrentHashMap<>();

    /** A new credential for the child of a job; an older one of the same job is good no more. */
    public synchronized Token issue(JobId job) {
        Token credential = Token.random();
        give(job, credential.digest());
        return credential;
    }

    /**
     * Takes up again a credential that was found where the child of a job has it, which may have been changed there.
     *
     * @return whether it is this job's now; not where it is another's already, which keeps it
     */
    public synchronized boolean restore(JobId job, Token credential) {
        JobId holder = jobs.get(credential.digest());
        if (holder != null && !holder.equals(job)) {
            return false;
        }
        give(job, credential.digest());
        return true;
    }

    /**
     * Restores a credential that another daemon issued and noted; afterwards it belongs to this job only, whichever job
     * had it before.
     *
     * @param fingerprint as {@link #fingerprint} gave it there
     * @throws IllegalArgumentException if it is none
     */
    public synchronized void restore(JobId job, String fingerprint) {
        var digest = new TokenDigest(fingerprint);
        JobId holder = jobs.get(digest);
        if (holder != null) {
            revoke(holder);
        }
        give(job, digest);
    }

    private void give(JobId job, TokenDigest digest) {
        revoke(job);
        credentials.put(job, digest);
        jobs.put(digest, job);
    }

    /**
     * Returns the fingerprint of a job's credential, from which the credential cannot be computed.
     *
     * @throws IllegalArgumentException if the job has none
     */
    public String fingerprint(JobId job) {
        TokenDigest digest = credentials.get(job);
        if (digest == null) {
            throw new IllegalArgumentException("job " + job + " has no credential");
        }
        return digest.hex();
    }

    /** Ends the credential of a job. */
    public synchronized void revoke(JobId job) {
        TokenDigest ended = credentials.remove(job);
        if (ended != null) {
            jobs.remove(ended);
        }
    }

    /** The job whose child holds this credential. */
    Optional<JobId> jobOf(TokenDigest presented) {
        return Optional.ofNullable(jobs.get(presented));
    }
}
