package io.banyan.rpc.execute;

import java.io.IOException;
import java.util.Optional;

/**
 * Starts what asks a job that runs. From when the job is to end nothing is started any more, so that whoever looks for
 * all that runs of it then finds all. Any thread may call.
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
