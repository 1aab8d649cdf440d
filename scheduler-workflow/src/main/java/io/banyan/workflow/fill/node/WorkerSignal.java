package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.TaskStart;

/** An event of a {@link FillWorker}. */
sealed interface WorkerSignal {
    /** A connection to the server is there. */
    record Connected(FillFrames frames) implements WorkerSignal {}

    /** The server sent a message. */
    record Ordered(FillFrames frames, WorkerOrder order) implements WorkerSignal {}

    /** A connection broke. */
    record Lost(FillFrames frames) implements WorkerSignal {}

    /** There was no server for too long. */
    record GaveUp(String reason) implements WorkerSignal {}

    /** A task ended. */
    record TaskEnded(TaskStart start, int status) implements WorkerSignal {}

    /** The worker is closed. */
    record Closed() implements WorkerSignal {}
}
