package io.banyan.sim.world;

/** Where in the handling of its next decisions a process ends. */
public sealed interface Crash {
    /** The decisions are written and not synced; no effect of them is visible. */
    record Unsynced(Disk.Remains remains) implements Crash {}

    /** The decisions are synced, and so many of the effects that follow them are done. */
    record Synced(int effects) implements Crash {}
}
