package io.banyan.rpc.security;

import io.banyan.schedule.JobId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The credentials that an instance gave to its children: one a job, good for that job's session only, from the launch to the
 * end of the job. Any thread may call. O(children) a check, since every one is compared in constant time.
 */
public final class ChildCredentials {
    private final Map<JobId, Token> credentials = new ConcurrentHashMap<>();

    /** A new credential for the child of a job; an older one of the same job is good no more. */
    public Token issue(JobId job) {
        Token credential = Token.random();
        credentials.put(job, credential);
        return credential;
    }

    /** Takes up again a credential that was given out before this daemon's restart. */
    public void restore(JobId job, Token credential) {
        credentials.put(job, credential);
    }

    /** Ends the credential of a job. */
    public void revoke(JobId job) {
        credentials.remove(job);
    }

    /** The job whose child holds this credential. */
    Optional<JobId> jobOf(Token presented) {
        JobId found = null;
        for (Map.Entry<JobId, Token> entry : credentials.entrySet()) {
            if (entry.getValue().matches(presented)) {
                found = entry.getKey();
            }
        }
        return Optional.ofNullable(found);
    }
}
