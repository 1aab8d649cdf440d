package io.banyan.provider;

import io.banyan.jobspec.Jobspec;
import java.util.Objects;

/**
 * Please bring resources that satisfy this jobspec.
 *
 * @param requestId the grow's id; the same id always means the same resources, so a provider that is asked twice answers as before
 * @param timeoutMillis how long the asker waits; more than 0
 * @param maxVertices the most vertices that the asker takes
 */
public record ProvisionRequest(String requestId, Jobspec jobspec, long timeoutMillis, int maxVertices) {
    /** Checks the numbers. */
    public ProvisionRequest {
        Objects.requireNonNull(jobspec, "jobspec");
        if (requestId.isBlank()) {
            throw new IllegalArgumentException("a provision request needs an id, found a blank one");
        }
        if (timeoutMillis <= 0 || maxVertices <= 0) {
            throw new IllegalArgumentException("timeout and vertices must be more than 0, found " + timeoutMillis
                    + " ms and " + maxVertices + " vertices");
        }
    }
}
