package io.banyan.rpc.service;

import io.banyan.rpc.watch.Cursor;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.watch.Notices;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WatchMessages;
import io.banyan.v1.WatchEvent;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * One caller who watches. He is sent what he can take; one thread at a time does so, whoever has woken it. What is sent and not taken is bounded by the
 * connection's flow control, so that a slow one costs no memory.
 */
final class Watcher implements Runnable {
    private static final int PIECE = 100;

    private final Notices notices;
    private final Predicate<Notice> isShown;
    private final ServerCallStreamObserver<WatchEvent> caller;
    private final Executor executor;
    private final AtomicInteger calls = new AtomicInteger();
    private long taken;
    private boolean isOver;

    /**
     * @param after what he has seen already
     * @param isShown whether he may see a notice, and wants to
     */
    Watcher(
            Notices notices,
            Cursor after,
            Predicate<Notice> isShown,
            ServerCallStreamObserver<WatchEvent> caller,
            Executor executor) {
        this.notices = notices;
        this.isShown = isShown;
        this.caller = caller;
        this.executor = executor;
        this.taken = after.number();
    }

    /** There may be something to send, or room for it. */
    @Override
    public void run() {
        if (calls.getAndIncrement() == 0) {
            executor.execute(this::sendAll);
        }
    }

    private void sendAll() {
        int seen;
        do {
            seen = calls.get();
            send();
        } while (calls.addAndGet(-seen) != 0);
    }

    private void send() {
        boolean hasMore = true;
        while (hasMore && !isOver && !caller.isCancelled()) {
            hasMore = switch (notices.after(taken, PIECE)) {
                case Notices.Piece.Gone gone -> {
                    drop();
                    yield false;
                }
                case Notices.Piece.Told told -> send(told);
            };
        }
    }

    /** Whether all of it was sent, and it was something. */
    private boolean send(Notices.Piece.Told told) {
        for (Notice notice : told.notices()) {
            if (!caller.isReady()) {
                return false;
            }
            taken++;
            if (isShown.test(notice)) {
                caller.onNext(WatchMessages.write(notices.cursor(taken), notice));
            }
        }
        return !told.notices().isEmpty();
    }

    private void drop() {
        isOver = true;
        notices.leave(this);
        caller.onError(
                Failure.OVERLOADED.because("This watch was too slow: what happened after " + notices.cursor(taken)
                        + " is not remembered any more. Look at what there is now, and watch from now on."));
    }
}
