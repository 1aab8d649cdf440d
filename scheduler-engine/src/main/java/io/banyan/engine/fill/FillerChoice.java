package io.banyan.engine.fill;

/** The user's choice of the blocks that run in a filler. */
public enum FillerChoice {
    /** Blocks with many tasks. */
    AUTO,
    /** All blocks whose tasks use a single node each. */
    ALWAYS,
    /** None: each task is a job. */
    NEVER
}
