package io.banyan.instance;

import io.banyan.resource.Status;
import java.util.Objects;

/**
 * Whether a vertex is up.
 *
 * @param status the vertex's own
 * @param usable whether it and all its ancestors are up
 */
public record VertexStatus(String path, Status status, boolean usable) {
    /** Checks the path. */
    public VertexStatus {
        Checks.path(path);
        Objects.requireNonNull(status, "status");
    }
}
