package io.banyan.rpc.health;

import io.banyan.resource.Status;

/** What becomes of a node that fails its health check. */
public enum OnFailure {
    /** Its jobs go on, and it gets no new ones. */
    DRAIN(Status.DRAINED),
    /** It is gone, and with it what ran there. */
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
