package io.banyan.rpc.session;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Handles the messages of a stream, in order: light ones at once, on the thread that brings them, and heavy ones on an
 * executor, so that this thread, which moves the bytes of other connections as well, is not blocked. The next message
 * is requested after one is handled, so that at most one waits. gRPC calls it from one thread at a time.
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
