package io.banyan.instance.hierarchy;

import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingEvictions;
import io.banyan.instance.turn.DueTimes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Until when clearings wait for what is in use. O(log clearings) for each. */
final class EvictionDeadlines {
    private final InstanceState state;
    private final DueTimes<String> deadlines = new DueTimes<>();
    /**
     * The deadlines of the clearings that the parent wants to be over sooner than it first said. A new process hears of
     * it when it registers.
     */
    private final Map<String, Long> sooner = new HashMap<>();

    EvictionDeadlines(InstanceState state) {
        this.state = state;
    }

    long next() {
        return deadlines.next();
    }

    /** One has begun, or goes on in a new process. */
    void track(RevokeDecision.ClearingBegun begun) {
        if (begun.untilMillis() > 0) {
            deadlines.set(begun.id(), begun.untilMillis());
        }
    }

    /** When it is over; 0 where it waits as long as it takes. */
    long until(PendingEvictions.Pending clearing) {
        return sooner.getOrDefault(clearing.id(), clearing.begun().untilMillis());
    }

    /**
     * Makes a clearing end at the given time. Nothing changes, and false is returned, where that is no sooner by more
     * than a lease.
     */
    boolean hasten(PendingEvictions.Pending clearing, long atMillis) {
        long until = until(clearing);
        boolean isSooner =
                until == 0 || atMillis < until - state.config().limits().leaseMillis();
        if (isSooner) {
            sooner.put(clearing.id(), atMillis);
            deadlines.set(clearing.id(), atMillis);
        }
        return isSooner;
    }

    /** Returns the clearings whose time has come, each once. */
    List<String> due(long nowMillis) {
        return deadlines.due(nowMillis);
    }

    /** Forgets a clearing that is over. */
    void forget(PendingEvictions.Pending clearing) {
        sooner.remove(clearing.id());
        deadlines.remove(clearing.id());
    }
}
