package io.banyan.rpc.service;

import io.banyan.rpc.watch.Cursor;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.watch.Notices;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.WatchMessages;
import io.banyan.v1.WatchEvent;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * One watch of a client. Events are sent as the client can take them, by one thread at a time, whichever has woken it.
 * The flow control of the connection bounds the data in transit, so a slow client costs no memory.
 */
final class WatchStream implements Runnable {
    private static final int PIECE = 100;
    /**
     * The number of hidden notices after which the client receives its position, so that it can continue from there.
     */
    static final int MOST_HIDDEN = 1_000;

    private final Notices notices;
    private final Predicate<Notice> isShown;
    private final BooleanSupplier isStillIn;
    private final ServerCallStreamObserver<WatchEvent> caller;
    private final Executor executor;
    private final AtomicInteger calls = new AtomicInteger();
    private final long until;
    private long taken;
    private int hidden;
    private boolean isOver;

    /**
     * @param after the notices that the client has seen already
     * @param until the number of the last notice to send
     * @param isShown whether the client may see a notice, and requested it
     * @param isStillIn whether the client still has the principal and role of its call; called for each piece, and must
     *     be cheap
     */
    WatchStream(
            Notices notices,
            Cursor after,
            long until,
            Predicate<Notice> isShown,
            BooleanSupplier isStillIn,
            ServerCallStreamObserver<WatchEvent> caller,
            Executor executor) {
        this.notices = notices;
        this.isShown = isShown;
        this.isStillIn = isStillIn;
        this.caller = caller;
        this.executor = executor;
        this.taken = after.number();
        this.until = until;
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
        boolean hasMore = !isAllTold();
        while (hasMore && !isOver && !caller.isCancelled()) {
            hasMore = switch (notices.after(taken, PIECE)) {
                case Notices.Piece.Gone gone -> {
                    drop(Failure.OVERLOADED.because("This watch was too slow: the events after "
                            + notices.cursor(taken)
                            + " are no longer kept. Read the current state, and watch from now on."));
                    yield false;
                }
                case Notices.Piece.Told told
                when !isStillIn.getAsBoolean() -> {
                    drop(Failure.UNAUTHENTICATED.because(
                            "The token or certificate of this watch is no longer valid, or its role has changed."));
                    yield false;
                }
                case Notices.Piece.Told told -> {
                    boolean areMore = send(told);
                    yield !isAllTold() && areMore;
                }
            };
        }
    }

    /** Whether nothing more is wanted; the stream ends then. */
    private boolean isAllTold() {
        if (taken >= until && !isOver && !caller.isCancelled()) {
            isOver = true;
            notices.leave(this);
            caller.onCompleted();
        }
        return isOver;
    }

    /** Whether all of it was sent, and it was something. */
    private boolean send(Notices.Piece.Told told) {
        for (Notice notice : told.notices()) {
            if (!caller.isReady() || taken >= until) {
                return false;
            }
            taken++;
            boolean isHis = isShown.test(notice);
            hidden = isHis ? 0 : hidden + 1;
            if (isHis) {
                caller.onNext(WatchMessages.write(notices.cursor(taken), notice));
            } else if (hidden >= MOST_HIDDEN) {
                hidden = 0;
                caller.onNext(WatchMessages.write(notices.cursor(taken), Notice.watching(notice.atMillis())));
            }
        }
        return !told.notices().isEmpty();
    }

    private void drop(RuntimeException why) {
        isOver = true;
        notices.leave(this);
        caller.onError(why);
    }
}
