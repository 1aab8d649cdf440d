package io.banyan.provider;

import io.banyan.jobspec.Jobspec;
import java.util.Objects;

/**
 * A request for resources that satisfy this jobspec and its constraints.
 *
 * @param requestId the id of the grow, and the token of idempotency: the same id always means the same resources, so a
 *     provider answers a repeated request as before
 * @param timeoutMillis time for which the requester waits; more than 0
 * @param maxVertices maximum number of vertices that the requester accepts
 * @param asker the user and the job
 */
public record ProvisionRequest(String requestId, Jobspec jobspec, long timeoutMillis, int maxVertices, Asker asker) {
    /**
     * The user and the job for which resources are requested.
     *
     * @param user the name of the principal who owns the job; empty if there is none
     * @param job the id of the job that gets the resources; empty if the instance itself gets them
     */
    public record Asker(String user, String job) {
        /** No user and no job. */
        public static final Asker NOBODY = new Asker("", "");

        /** Checks that no value is missing. */
        public Asker {
            Objects.requireNonNull(user, "user");
            Objects.requireNonNull(job, "job");
        }
    }

    /** Checks the numbers. */
    public ProvisionRequest {
        Objects.requireNonNull(jobspec, "jobspec");
        Objects.requireNonNull(asker, "asker");
        if (requestId.isBlank()) {
            throw new IllegalArgumentException("a provision request must have an id, found a blank one");
        }
        if (timeoutMillis <= 0 || maxVertices <= 0) {
            throw new IllegalArgumentException("timeout and vertices must be more than 0, found " + timeoutMillis
                    + " ms and " + maxVertices + " vertices");
        }
    }

    /** A request without user and job. */
    public ProvisionRequest(String requestId, Jobspec jobspec, long timeoutMillis, int maxVertices) {
        this(requestId, jobspec, timeoutMillis, maxVertices, Asker.NOBODY);
    }
}
