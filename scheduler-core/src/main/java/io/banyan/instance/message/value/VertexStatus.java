package io.banyan.instance.message.value;

import io.banyan.resource.Status;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The status of a vertex.
 *
 * @param status the vertex's own: the worst of all statements
 * @param usable whether it and all its ancestors are up
 * @param saidBy the levels that state that it is not up: {@code here}, {@code parent}, or an instance below
 * @param note the note of this instance's own client that set the status
 */
public record VertexStatus(String path, Status status, boolean usable, List<String> saidBy, Optional<StatusNote> note) {
    /** Creates the status of a vertex that is up, or whose stating levels are unknown. */
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
