package io.banyan.rpc.execute;

import java.io.IOException;
import java.util.Optional;

/**
 * Starts the processes that ask a running job. From the request to end the job on, no process is started any more, so
 * that a search for the processes of the job then finds all. Any thread may call.
 */
final class Asking {
    private boolean isOver;

    /** Starts it; empty where the job is about to end, or has. */
    synchronized Optional<Process> start(ProcessBuilder builder) throws IOException {
        return isOver ? Optional.empty() : Optional.of(builder.start());
    }

    /** Whether the job is about to end, or has. */
    synchronized boolean isOver() {
        return isOver;
    }

    /** The job is about to end. */
    synchronized void end() {
        isOver = true;
    }
}
