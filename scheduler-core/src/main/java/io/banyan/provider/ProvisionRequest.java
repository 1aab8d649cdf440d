package io.banyan.provider;

import io.banyan.jobspec.Jobspec;
import java.util.Objects;

/**
 * Please bring resources that satisfy this jobspec, its constraints among it.
 *
 * @param requestId the grow's id, and the token of idempotency: the same id always means the same resources, so a
 *     provider that is asked twice answers as before
 * @param timeoutMillis how long the asker waits; more than 0
 * @param maxVertices the most vertices that the asker takes
 * @param asker for whom it is
 */
public record ProvisionRequest(String requestId, Jobspec jobspec, long timeoutMillis, int maxVertices, Asker asker) {
    /**
     * For whom resources are brought.
     *
     * @param user the name of the principal whose job it is; empty where nobody in particular asks
     * @param job the id of the job that gets them; empty where the instance itself does
     */
    public record Asker(String user, String job) {
        /** Nobody in particular. */
        public static final Asker NOBODY = new Asker("", "");

        /** Checks that nothing is missing. */
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

    /** A request of nobody in particular. */
    public ProvisionRequest(String requestId, Jobspec jobspec, long timeoutMillis, int maxVertices) {
        this(requestId, jobspec, timeoutMillis, maxVertices, Asker.NOBODY);
    }
}
