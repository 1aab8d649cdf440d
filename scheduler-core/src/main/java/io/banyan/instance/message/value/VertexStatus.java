package io.banyan.instance.message.value;

import io.banyan.resource.Status;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether a vertex is up.
 *
 * @param status the vertex's own: the worst that anybody says
 * @param usable whether it and all its ancestors are up
 * @param saidBy who says that it is not up: {@code here}, {@code parent}, or an instance below
 * @param note what the instance's own clients had to say of it
 */
public record VertexStatus(String path, Status status, boolean usable, List<String> saidBy, Optional<StatusNote> note) {
    /** One that is up, or of which nobody knows who says otherwise. */
    public VertexStatus(String path, Status status, boolean usable) {
        this(path, status, usable, List.of(), Optional.empty());
    }

    /** Checks the path. */
    public VertexStatus {
        ValueChecks.path(path);
        Objects.requireNonNull(status, "status");
        saidBy = List.copyOf(saidBy);
        Objects.requireNonNull(note, "note");
    }
}
