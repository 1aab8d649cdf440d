package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.HeldTasks;
import io.banyan.workflow.fill.WorkerOffer;
import io.banyan.workflow.fill.WorkerReport;

/** A message from a worker to the server. */
sealed interface WorkerMessage {
    /**
     * The first message of a connection.
     *
     * @param key a random number, which the worker has on each of its connections
     * @param offer its resources
     * @param held the tasks that it has
     */
    record Hello(long key, WorkerOffer offer, HeldTasks held) implements WorkerMessage {}

    /** Changes, or none as a sign of life. */
    record Changes(WorkerReport report) implements WorkerMessage {}
}
