package io.banyan.rpc.parent;

import io.banyan.rpc.relay.AnswerTo;
import io.banyan.rpc.relay.CallForwarder;
import io.banyan.rpc.relay.Passed;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.session.Payload;
import io.banyan.rpc.wire.session.Relayed;
import io.grpc.StatusRuntimeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls that came from the parent over one session, and are not answered yet. The parent sees to it that there are
 * not too many; how much of their answers waits to be taken is bounded here. Any thread may call.
 */
final class TakenAsks {
    /** In bytes of answers; one answer may be longer if it is the only one. */
    static final long MOST_WAITING = 64L << 20;

    private final CallForwarder relay;
    private final Consumer<Relayed.Answer> sender;
    private final Map<Long, Taken> taken = new HashMap<>();
    private long waiting;
    private boolean isClosed;

    TakenAsks(CallForwarder relay, Consumer<Relayed.Answer> sender) {
        this.relay = relay;
        this.sender = sender;
    }

    /** The parent says something of a call. */
    void hear(Relayed.Down message) {
        switch (message) {
            case Relayed.Ask ask -> take(ask);
            case Relayed.Cancelled gone -> {
                Taken over;
                synchronized (this) {
                    over = taken.remove(gone.id());
                }
                if (over != null) {
                    over.cancel();
                }
            }
            case Relayed.More more -> {
                Taken reading;
                synchronized (this) {
                    reading = taken.get(more.id());
                }
                if (reading != null) {
                    reading.more(more.messages());
                }
            }
        }
    }

    private void take(Relayed.Ask ask) {
        var call = new Taken(ask.id());
        synchronized (this) {
            if (isClosed || taken.putIfAbsent(ask.id(), call) != null) {
                return;
            }
        }
        call.passed(relay.pass(ask.call(), call));
    }

    /** An answer was written, and waits no longer. */
    synchronized void written(Relayed.Answer answer) {
        waiting -= size(answer.message());
    }

    private synchronized boolean count(int size) {
        boolean hasRoom = waiting == 0 || waiting + size <= MOST_WAITING;
        waiting += hasRoom ? size : 0;
        return hasRoom;
    }

    private static int size(Optional<Payload> message) {
        return message.map(Payload::size).orElse(0);
    }

    /** Handles the end of the session, after which no caller waits. */
    void close() {
        List<Taken> left;
        synchronized (this) {
            isClosed = true;
            left = List.copyOf(taken.values());
            taken.clear();
        }
        left.forEach(Taken::cancel);
    }

    private synchronized boolean isOpen(long id) {
        return taken.containsKey(id);
    }

    private synchronized void over(long id) {
        taken.remove(id);
    }

    /** One call. */
    private final class Taken implements AnswerTo {
        private final long id;
        private @Nullable Passed passed;
        private boolean isCancelled;
        private int early;

        Taken(long id) {
            this.id = id;
        }

        @Override
        public void add(Optional<Payload> message, Optional<StatusRuntimeException> end) {
            if (!isOpen(id)) {
                return;
            }
            boolean hasRoom = count(size(message));
            Optional<StatusRuntimeException> last = hasRoom
                    ? end
                    : Optional.of(Failure.OVERLOADED.because(
                            "The limit of answers to be forwarded is reached; try again later."));
            if (last.isPresent()) {
                over(id);
            }
            sender.accept(new Relayed.Answer(id, hasRoom ? message : Optional.empty(), last));
            if (!hasRoom && end.isEmpty()) {
                cancel();
            }
        }

        void passed(Passed on) {
            boolean isGone;
            int messages;
            synchronized (this) {
                passed = on;
                isGone = isCancelled;
                messages = early;
            }
            if (isGone) {
                on.cancel();
            } else if (messages > 0) {
                on.more(messages);
            }
        }

        void cancel() {
            Passed on;
            synchronized (this) {
                isCancelled = true;
                on = passed;
            }
            if (on != null) {
                on.cancel();
            }
        }

        void more(int messages) {
            Passed on;
            synchronized (this) {
                on = passed;
                early += on == null ? messages : 0;
            }
            if (on != null) {
                on.more(messages);
            }
        }
    }
}
