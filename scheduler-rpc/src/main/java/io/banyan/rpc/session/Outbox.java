package io.banyan.rpc.session;

import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.session.TooLargeException;
import io.grpc.stub.CallStreamObserver;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sends values over a stream in order and no faster than the other side takes them. Light values are encoded on the
 * sending thread, because passing them to another takes longer, and the others on an executor; no sender ever waits.
 * Any thread may call.
 *
 * @param <M> the values
 * @param <F> the frames on the wire; a value may take several
 */
public final class Outbox<M, F> {
    /** How many values may wait for the other side. */
    public static final int MOST_WAITING = 10_000;

    private final CallStreamObserver<F> stream;
    private final Function<M, List<F>> writer;
    private final Predicate<M> isLight;
    private final BiConsumer<M, TooLargeException> unsent;
    private final Executor executor;
    private final ArrayDeque<M> values = new ArrayDeque<>();
    private final ArrayDeque<F> frames = new ArrayDeque<>();
    /** How many of the values that wait are not light. */
    private int heavy;

    private boolean sending;
    private boolean closed;
    private @Nullable Runnable end;

    /**
     * An outbox for one stream.
     *
     * @param writer encodes a value
     * @param isLight whether encoding takes no longer than passing the value to another thread, or than the sender's
     *     own work for it
     * @param unsent handles a value that is too large to be sent, so that no caller waits for it; the other values go
     *     on
     * @param executor for all other values
     */
    public Outbox(
            CallStreamObserver<F> stream,
            Function<M, List<F>> writer,
            Predicate<M> isLight,
            BiConsumer<M, TooLargeException> unsent,
            Executor executor) {
        this.unsent = unsent;
        this.stream = stream;
        this.writer = writer;
        this.isLight = isLight;
        this.executor = executor;
    }

    /**
     * Sends a value when its turn comes.
     *
     * @return false if too much waits already, or the outbox is closed
     */
    public boolean send(M value) {
        synchronized (this) {
            if (closed || values.size() >= MOST_WAITING) {
                return false;
            }
            values.addLast(value);
            heavy += isLight.test(value) ? 0 : 1;
        }
        wake();
        return true;
    }

    /**
     * Takes back a value that waits: it is not sent, and nothing keeps it any more. O(values that wait).
     *
     * @return false if it does not wait, because it is under way already, or was dropped
     */
    public synchronized boolean takeBack(M value) {
        Iterator<M> waiting = values.iterator();
        while (waiting.hasNext()) {
            if (waiting.next().equals(value)) {
                waiting.remove();
                heavy -= isLight.test(value) ? 0 : 1;
                return true;
            }
        }
        return false;
    }

    /** The stream takes more; to be called whenever it says so. */
    public void ready() {
        wake();
    }

    /** Sends the waiting values and ends the stream. */
    public void complete() {
        endWith(stream::onCompleted);
    }

    /** Ends the stream with an error, after the earlier values. */
    public void fail(RuntimeException error) {
        endWith(() -> stream.onError(error));
    }

    /** Drops the waiting values after the end of the stream. */
    public synchronized void drop() {
        closed = true;
        end = null;
        values.clear();
        frames.clear();
        heavy = 0;
    }

    private void endWith(Runnable how) {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            end = how;
        }
        wake();
    }

    private void wake() {
        boolean here;
        synchronized (this) {
            if (sending) {
                return;
            }
            sending = true;
            here = heavy == 0;
        }
        if (here) {
            sendAll();
        } else {
            executor.execute(this::sendAll);
        }
    }

    private void sendAll() {
        try {
            for (Runnable step = next(); step != null; step = next()) {
                step.run();
            }
        } catch (RuntimeException | Error e) {
            // Where memory is short it is the session that ends, and not the instance whose thread may be the one that
            // sends.
            drop();
            end(e);
        }
    }

    /**
     * A value that cannot be encoded ends the session, so that both sides start a new one and no caller waits for the
     * value.
     */
    private void end(Throwable cause) {
        try {
            stream.onError(Failure.of(cause));
        } catch (RuntimeException | Error over) {
            // The call was over already. Its own end is reported where the stream is read.
        }
    }

    /** Returns the next action outside the lock; null to rest until the sender is woken. */
    private synchronized @Nullable Runnable next() {
        F frame = stream.isReady() ? frames.pollFirst() : null;
        if (frame != null) {
            F next = frame;
            return () -> stream.onNext(next);
        }
        M value = frames.isEmpty() ? values.pollFirst() : null;
        if (value != null) {
            M next = value;
            heavy -= isLight.test(next) ? 0 : 1;
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
        List<F> encoded;
        try {
            encoded = writer.apply(value);
        } catch (TooLargeException e) {
            unsent.accept(value, e);
            return;
        }
        synchronized (this) {
            frames.addAll(encoded);
        }
    }
}
