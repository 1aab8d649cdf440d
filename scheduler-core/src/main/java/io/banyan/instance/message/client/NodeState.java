package io.banyan.instance.message.client;

import io.banyan.resource.Status;

/** The availability of a vertex to jobs, by its status and those of its ancestors. */
public enum NodeState {
    /** Jobs get the vertex. */
    UP,
    /** Jobs do not get the vertex, and some are there still. */
    DRAINING,
    /** Jobs do not get the vertex, and none is there any more. */
    DRAINED,
    /** The vertex does not work. */
    DOWN,
    /** The vertex is gone. */
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
