package io.banyan.instance;

import io.banyan.instance.hierarchy.InstanceStop;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;

/**
 * Checks whether an instance can handle a request now: some requests need resources, and some need an instance that is
 * not about to end. O(1) without the handling.
 */
final class Readiness {
    private final InstanceState state;
    private final InstanceStop stop;

    Readiness(InstanceState state, InstanceStop stop) {
        this.state = state;
        this.stop = stop;
    }

    /** Runs an action that needs resources, or replies that the instance has none yet. */
    void withResources(Transition transition, String call, Runnable action) {
        if (state.isJoined()) {
            action.run();
        } else {
            transition.fail(call, ErrorCode.UNAVAILABLE, "the instance has no resources yet: it waits for its parent");
        }
    }

    /**
     * Runs an action that needs resources and that a stopping instance refuses, or replies with the reason of the
     * refusal.
     */
    void withWill(Transition transition, String call, Runnable action) {
        if (stop.isStopping()) {
            transition.fail(call, ErrorCode.UNAVAILABLE, "the instance is stopping");
        } else {
            withResources(transition, call, action);
        }
    }
}
