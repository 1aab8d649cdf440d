package io.banyan.instance.message.value;

import java.util.Objects;

/**
 * The instance that runs in a job.
 *
 * @param path its path from the root of the tree
 * @param address where it listens; empty until it has registered
 * @param detail why it is lost or gone; empty otherwise
 */
public record ChildRecord(String path, String address, ChildState state, String detail) {
    /** Checks the path. */
    public ChildRecord {
        ValueChecks.path(path);
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(detail, "detail");
    }

    /** Whether nothing but its own process can run: it has not joined yet, or it has taken its leave. */
    public boolean isIdle() {
        return switch (state) {
            case STARTING, GONE -> true;
            case LIVE, LOST -> false;
        };
    }

    public ChildRecord registeredAt(String newAddress) {
        return new ChildRecord(path, newAddress, ChildState.LIVE, "");
    }

    public ChildRecord in(ChildState newState, String why) {
        return new ChildRecord(path, address, newState, why);
    }
}
