package io.banyan.rpc.security;

import io.banyan.rpc.wire.Failure;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The memory that open calls hold, by caller: a fixed amount for each call, the received part of its request, and the
 * part of its answer that was not taken. No caller holds so much that others have no room, each caller may hold a
 * megabyte, and callers without a name hold little. A message of a stream counts until it is complete; a message that
 * is sent on a stream waits for its receiver elsewhere. Any thread may call. O(1) for a call and for a piece of one.
 */
public final class OpenCalls extends ServerStreamTracer.Factory {
    /** Memory of a call without its messages. */
    static final int CALL_BYTES = 4 << 10;
    /** Minimal memory of a piece of a request that has several pieces: each piece keeps the buffer in which it came. */
    static final int PIECE_BYTES = 16 << 10;
    /** Memory that each caller may hold, however much others do. */
    static final int LEAST_BYTES = 1 << 20;
    /** The longest request of a caller without a name. */
    static final int NAMELESS_BYTES = 1 << 10;

    private static final int PART_OF_HEAP = 8;
    private static final long FEWEST_BYTES = 32L << 20;
    private static final long MOST_BYTES = 1L << 30;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final Context.Key<Held> KEY = Context.key("banyan-held");

    private final long most;
    private final LongSupplier nanoClock;
    private final Map<String, Long> byName = new HashMap<>();
    /** Calls whose requests are not complete, the oldest first. */
    private final Set<Held> unfinished = new LinkedHashSet<>();

    private long all;

    /** For a daemon: an eighth of the heap. */
    public OpenCalls() {
        this(Math.clamp(Runtime.getRuntime().maxMemory() / PART_OF_HEAP, FEWEST_BYTES, MOST_BYTES), System::nanoTime);
    }

    OpenCalls(long most, LongSupplier nanoClock) {
        this.most = most;
        this.nanoClock = nanoClock;
    }

    /** How one call is ended that holds too much. */
    @FunctionalInterface
    interface Ending {
        void end(Failure failure, String sentence);
    }

    /** The memory of the call that the current thread begins to serve; empty if calls are not counted. */
    static Optional<Held> current() {
        return Optional.ofNullable(KEY.get());
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return new Held();
    }

    synchronized long all() {
        return all;
    }

    private boolean hasRoom(String name, long more) {
        return byName.getOrDefault(name, 0L) + more <= Math.max(LEAST_BYTES, most - all);
    }

    private void count(String name, long more) {
        all += more;
        byName.merge(name, more, (before, added) -> before + added == 0 ? null : before + added);
    }

    /** Ends those calls whose requests have not come whole in time. */
    private void endLate() {
        List<Ending> late = new ArrayList<>();
        synchronized (this) {
            long now = nanoClock.getAsLong();
            Iterator<Held> oldestFirst = unfinished.iterator();
            while (oldestFirst.hasNext()) {
                Held oldest = oldestFirst.next();
                if (now - oldest.atNanos < PATIENCE_NANOS) {
                    break;
                }
                oldestFirst.remove();
                late.add(oldest.ending);
            }
        }
        late.forEach(ending -> ending.end(
                Failure.DEADLINE,
                "The request was not complete within " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s."));
    }

    /** The memory of one call. */
    final class Held extends ServerStreamTracer {
        private final long atNanos = nanoClock.getAsLong();
        private Ending ending = (failure, sentence) -> {};
        private String name = "";
        private boolean isUnary;
        private boolean isBegun;
        private boolean isClosed;
        private long bytes;
        private long requestBytes;

        @Override
        public Context filterContext(Context context) {
            return context.withValue(KEY, this);
        }

        /**
         * Begins to count a call.
         *
         * @param who the caller; empty for a caller without a name
         * @param sendsOne whether the request is one message
         * @param isAnsweredByOne whether the answer is
         * @return whether there is room for the call
         */
        boolean begin(String who, boolean sendsOne, boolean isAnsweredByOne, Ending how) {
            endLate();
            synchronized (OpenCalls.this) {
                name = who;
                ending = how;
                isUnary = sendsOne && isAnsweredByOne;
                if (isClosed || !hasRoom(who, CALL_BYTES)) {
                    return false;
                }
                isBegun = true;
                bytes = CALL_BYTES;
                count(name, CALL_BYTES);
                if (sendsOne) {
                    unfinished.add(this);
                }
                return true;
            }
        }

        /** The request is whole. */
        void finished() {
            synchronized (OpenCalls.this) {
                unfinished.remove(this);
            }
        }

        /** Whether there is room for an answer; how long it is shows when it is written. */
        boolean hasRoomForAnswer() {
            synchronized (OpenCalls.this) {
                return !isUnary || hasRoom(name, 0);
            }
        }

        /** A piece of the request has come. */
        @Override
        public void inboundWireSize(long size) {
            boolean isTooMuch;
            synchronized (OpenCalls.this) {
                if (!isBegun || isClosed) {
                    return;
                }
                long more = requestBytes == 0 ? size : Math.max(size, PIECE_BYTES);
                isTooMuch = !hasRoom(name, more) || (name.isEmpty() && requestBytes + size > NAMELESS_BYTES);
                if (!isTooMuch) {
                    requestBytes += more;
                    add(more);
                }
            }
            if (isTooMuch) {
                ending.end(
                        name.isEmpty() ? Failure.TOO_LARGE : Failure.OVERLOADED,
                        name.isEmpty()
                                ? "The request exceeds the size limit for calls without a token."
                                : "The open calls of '" + name + "' have reached their memory limit; try again later.");
            }
        }

        /** A message has come whole. A call that is one message holds it until its end. */
        @Override
        public void inboundMessageRead(int number, long wireBytes, long uncompressedBytes) {
            synchronized (OpenCalls.this) {
                if (!isUnary && isBegun && !isClosed) {
                    add(-requestBytes);
                    requestBytes = 0;
                }
            }
        }

        @Override
        public void outboundWireSize(long size) {
            synchronized (OpenCalls.this) {
                if (isUnary && isBegun && !isClosed) {
                    add(size);
                }
            }
        }

        @Override
        public void streamClosed(Status status) {
            synchronized (OpenCalls.this) {
                if (isBegun && !isClosed) {
                    add(-bytes);
                }
                isClosed = true;
                unfinished.remove(this);
            }
        }

        private void add(long more) {
            bytes += more;
            count(name, more);
        }
    }
}
