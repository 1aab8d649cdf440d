package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.FillEffect;
import io.banyan.workflow.fill.FillSet;

/** A message from the server to a worker. */
sealed interface WorkerOrder {
    /** A set is told before its first task. */
    record Introduce(FillSet set) implements WorkerOrder {}

    /** An effect for this worker, whose number is 0. */
    record Do(FillEffect effect) implements WorkerOrder {}

    /** The worker ends, and its tasks with it. */
    record Stop() implements WorkerOrder {}
}
