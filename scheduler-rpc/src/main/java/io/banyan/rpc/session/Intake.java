package io.banyan.rpc.session;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Handles what comes over a stream, in order: what is light at once, on the thread that brings it, and what takes long
 * on an executor, so that this thread, which moves the bytes of other connections as well, goes on. The next message is
 * asked for when one is handled, so that no more than one waits. gRPC calls it from one thread at a time.
 */
public final class Intake {
    private final Executor executor;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean busy;

    /** An intake whose long work is done on this executor. */
    public Intake(Executor executor) {
        this.executor = executor;
    }

    /** Handles something after everything that came before it. */
    public void take(boolean isLight, Runnable handling) {
        if (isAtOnce(isLight, handling)) {
            handling.run();
        }
    }

    private synchronized boolean isAtOnce(boolean isLight, Runnable handling) {
        if (isLight && !busy) {
            return true;
        }
        waiting.add(handling);
        if (!busy) {
            busy = true;
            executor.execute(this::handleAll);
        }
        return false;
    }

    private void handleAll() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable next = waiting.poll();
        busy = next != null;
        return next;
    }
}
