package io.banyan.rpc.session;

import io.banyan.rpc.wire.Failure;
import io.grpc.stub.CallStreamObserver;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends values over a stream in order and no faster than the other side takes them. Encoding and sending happen on an executor, so that
 * whoever sends never waits. Any thread may call.
 *
 * @param <M> the values
 * @param <F> the frames on the wire; a value may take several
 */
public final class Outbox<M, F> {
    /** How many values may wait for the other side. */
    public static final int MOST_WAITING = 10_000;

    private final CallStreamObserver<F> stream;
    private final Function<M, List<F>> writer;
    private final Executor executor;
    private final ArrayDeque<M> values = new ArrayDeque<>();
    private final ArrayDeque<F> frames = new ArrayDeque<>();
    private boolean sending;
    private boolean closed;
    private @Nullable Runnable end;

    /** An outbox for one stream. */
    public Outbox(CallStreamObserver<F> stream, Function<M, List<F>> writer, Executor executor) {
        this.stream = stream;
        this.writer = writer;
        this.executor = executor;
    }

    /**
     * Sends a value when its turn comes.
     *
     * @return false if too much waits already, or the outbox is closed
     */
    public synchronized boolean send(M value) {
        if (closed || values.size() >= MOST_WAITING) {
            return false;
        }
        values.addLast(value);
        wake();
        return true;
    }

    /** The stream takes more; to be called whenever it says so. */
    public synchronized void ready() {
        wake();
    }

    /** Sends what waits and ends the stream. */
    public synchronized void complete() {
        endWith(stream::onCompleted);
    }

    /** Ends the stream with an error, after what was sent before. */
    public synchronized void fail(RuntimeException error) {
        endWith(() -> stream.onError(error));
    }

    /** Drops what waits, since nobody is there any more. */
    public synchronized void drop() {
        closed = true;
        end = null;
        values.clear();
        frames.clear();
    }

    private void endWith(Runnable how) {
        if (!closed) {
            closed = true;
            end = how;
            wake();
        }
    }

    private void wake() {
        if (!sending) {
            sending = true;
            executor.execute(this::sendAll);
        }
    }

    private void sendAll() {
        try {
            for (Runnable step = next(); step != null; step = next()) {
                step.run();
            }
        } catch (RuntimeException e) {
            drop();
            end(e);
        }
    }

    /** A value that cannot be said ends the session, so that both sides begin anew and nobody waits for it. */
    private void end(RuntimeException cause) {
        try {
            stream.onError(Failure.of(cause));
        } catch (RuntimeException over) {
            // The call was over already. Its own end is reported where the stream is read.
        }
    }

    /** What to do next outside the lock; null to rest until somebody wakes the sender. */
    private synchronized @Nullable Runnable next() {
        F frame = stream.isReady() ? frames.pollFirst() : null;
        if (frame != null) {
            F next = frame;
            return () -> stream.onNext(next);
        }
        M value = frames.isEmpty() ? values.pollFirst() : null;
        if (value != null) {
            M next = value;
            return () -> encode(next);
        }
        if (frames.isEmpty() && end != null) {
            Runnable last = end;
            end = null;
            return last;
        }
        sending = false;
        return null;
    }

    private void encode(M value) {
        List<F> encoded = writer.apply(value);
        synchronized (this) {
            frames.addAll(encoded);
        }
    }
}
