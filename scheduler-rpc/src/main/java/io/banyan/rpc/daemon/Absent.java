package io.banyan.rpc.daemon;

import io.banyan.rpc.agent.Outlets;

/** The replacements of parts that a daemon does not have. */
final class Absent {
    /** The root of a tree has no parent; its messages upward are dropped. */
    static final Outlets.ToParent PARENT = message -> {};

    private Absent() {}
}
