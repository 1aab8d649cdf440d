package io.banyan.rpc.health;

import io.banyan.resource.Status;

/** The consequence of a failed health check for a node. */
public enum OnFailure {
    /** The node is drained: its jobs go on, and it gets no new ones. */
    DRAIN(Status.DRAINED),
    /** The node is lost, with the processes that ran there. */
    LOST(Status.LOST);

    private final Status status;

    OnFailure(Status status) {
        this.status = status;
    }

    /** The status of such a node. */
    Status status() {
        return status;
    }
}
