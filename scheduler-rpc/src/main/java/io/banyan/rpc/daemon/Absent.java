package io.banyan.rpc.daemon;

import io.banyan.rpc.agent.Outlets;

/** Stands for what a daemon does not have. */
final class Absent {
    /** Nobody hears what the root of a tree says upward. */
    static final Outlets.ToParent PARENT = message -> {};

    private Absent() {}
}
