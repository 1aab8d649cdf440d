package io.banyan.sim.world;

/** Where in the handling of its next decisions a process ends. */
public sealed interface Crash {
    /** The decisions are written and not synced; no effect of them is visible. */
    record Unsynced(Disk.Remains remains) implements Crash {}

    /** The decisions are synced, and a number of the following effects were performed. */
    record Synced(int effects) implements Crash {}
}
