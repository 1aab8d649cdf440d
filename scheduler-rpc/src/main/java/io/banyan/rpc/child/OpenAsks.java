package io.banyan.rpc.child;

import io.banyan.instance.message.value.InstancePath;
import io.banyan.rpc.relay.AnswerTo;
import io.banyan.rpc.relay.Passed;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.session.Relayed;
import io.banyan.rpc.wire.session.RelayedCall;
import io.grpc.StatusRuntimeException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls that were passed on to one child over one session, and are not answered yet: at most a fixed number, of
 * which one client has half, with requests of a limited total size. Any thread may call. O(1) each, and O(open calls)
 * at the end of the session.
 */
final class OpenAsks {
    static final int MOST = 256;
    static final int MOST_OF_ONE = MOST / 2;
    static final long MOST_BYTES = 32L << 20;

    private final Map<Long, Open> open = new HashMap<>();
    private final Map<String, Integer> byName = new HashMap<>();
    private long bytes;
    private long last;
    private boolean isClosed;

    /** One call. */
    private record Open(InstancePath child, String name, int size, AnswerTo answer) {}

    /** The transport of messages on calls to the child. */
    interface Way {
        /** Sends it when its turn comes. */
        void send(Relayed.Down message);

        /** Withdraws a call that waits to be sent; false where it is under way. */
        boolean takeBack(Relayed.Down message);
    }

    /**
     * Passes a call on, where there is room for it. One that is given up before it is sent leaves nothing that waits.
     */
    Passed begin(InstancePath child, RelayedCall call, AnswerTo answer, Way way) {
        String name = call.asker().name();
        int size = call.request().size();
        long id;
        synchronized (this) {
            boolean hasRoom = open.size() < MOST
                    && byName.getOrDefault(name, 0) < MOST_OF_ONE
                    && (open.isEmpty() || bytes + size <= MOST_BYTES);
            id = isClosed || !hasRoom ? 0 : ++last;
            if (id != 0) {
                open.put(id, new Open(child, name, size, answer));
                byName.merge(name, 1, Integer::sum);
                bytes += size;
            }
        }
        if (id == 0) {
            answer.end(refusal(child));
            return Passed.OVER;
        }
        var ask = new Relayed.Ask(id, call);
        way.send(ask);
        return new Passed() {
            @Override
            public void cancel() {
                if (remove(id) != null && !way.takeBack(ask)) {
                    way.send(new Relayed.Cancelled(id));
                }
            }

            @Override
            public void more(int messages) {
                way.send(new Relayed.More(id, messages));
            }
        };
    }

    private synchronized StatusRuntimeException refusal(InstancePath child) {
        return isClosed
                ? Failure.UNREACHABLE.because("There is no connection to instance " + child + " now.")
                : Failure.OVERLOADED.because("The limit of open calls for instance " + child
                        + " and those below it is reached; try again later.");
    }

    private synchronized @Nullable Open remove(long id) {
        Open gone = open.remove(id);
        if (gone != null) {
            bytes -= gone.size;
            byName.computeIfPresent(gone.name, (name, count) -> count == 1 ? null : count - 1);
        }
        return gone;
    }

    /** The child has answered a call, which its client may have abandoned. */
    void answered(Relayed.Answer answer) {
        Open asked;
        synchronized (this) {
            asked = answer.end().isPresent() ? remove(answer.id()) : open.get(answer.id());
        }
        if (asked != null) {
            asked.answer.add(answer.message(), answer.end());
        }
    }

    /** Handles the end of the session, after which no answer can arrive. */
    void close() {
        List<Open> left;
        synchronized (this) {
            isClosed = true;
            left = List.copyOf(open.values());
            open.clear();
            byName.clear();
            bytes = 0;
        }
        for (Open call : left) {
            call.answer.end(Failure.UNREACHABLE.because("The connection to instance " + call.child
                    + " broke before it answered; it is unknown whether the instance processed the call."));
        }
    }
}
