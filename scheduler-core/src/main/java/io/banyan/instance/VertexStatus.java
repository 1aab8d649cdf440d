package io.banyan.instance;

import io.banyan.resource.Status;
import java.util.List;
import java.util.Objects;

/**
 * Whether a vertex is up.
 *
 * @param status the vertex's own: the worst that anybody says
 * @param usable whether it and all its ancestors are up
 * @param saidBy who says that it is not up: {@code here}, {@code parent}, or an instance below
 */
public record VertexStatus(String path, Status status, boolean usable, List<String> saidBy) {
    /** One that is up, or of which nobody knows who says otherwise. */
    public VertexStatus(String path, Status status, boolean usable) {
        this(path, status, usable, List.of());
    }

    /** Checks the path. */
    public VertexStatus {
        Checks.path(path);
        Objects.requireNonNull(status, "status");
        saidBy = List.copyOf(saidBy);
    }
}
