package io.banyan.instance.message.client;

import io.banyan.resource.Status;

/** Whether jobs get a vertex, by what is said of it and of all above it. */
public enum NodeState {
    /** They do. */
    UP,
    /** They do not, and some are there still. */
    DRAINING,
    /** They do not, and none is there any more. */
    DRAINED,
    /** It does not work. */
    DOWN,
    /** It is gone. */
    LOST;

    public static NodeState of(Status worst, boolean hasJobs) {
        return switch (worst) {
            case UP -> UP;
            case DRAINED -> hasJobs ? DRAINING : DRAINED;
            case DOWN -> DOWN;
            case LOST -> LOST;
        };
    }
}
