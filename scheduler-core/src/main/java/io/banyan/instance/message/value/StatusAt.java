package io.banyan.instance.message.value;

import io.banyan.resource.Status;
import java.util.Objects;

/** A reported status of a vertex. */
public record StatusAt(String path, Status status) {
    /** Checks the path. */
    public StatusAt {
        ValueChecks.path(path);
        Objects.requireNonNull(status, "status");
    }
}
