package io.banyan.instance.hierarchy;

import io.banyan.instance.transition.DueTimes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The grows that wait for an answer from elsewhere, in the order in which they were asked. */
final class PendingGrows {
    private final Map<String, PendingGrow> byId = new LinkedHashMap<>();
    private final DueTimes<String> deadlines = new DueTimes<>();

    void add(PendingGrow grow) {
        byId.put(grow.requestId(), grow);
        deadlines.set(grow.requestId(), grow.deadlineMillis());
    }

    void remove(PendingGrow grow) {
        byId.remove(grow.requestId());
        deadlines.remove(grow.requestId());
    }

    /** Ends the time of a grow by the given time at the latest, unless {@link #wait} is called for it. */
    void hurry(PendingGrow grow, long untilMillis) {
        deadlines.set(grow.requestId(), Math.min(untilMillis, grow.deadlineMillis()));
    }

    /** Gives a grow all of its time. */
    void wait(PendingGrow grow) {
        deadlines.set(grow.requestId(), grow.deadlineMillis());
    }

    @Nullable PendingGrow find(String requestId) {
        return byId.get(requestId);
    }

    /** Returns the grow with this id, if it waits for this source now. */
    @Nullable PendingGrow asking(PendingGrow.Source source, String requestId) {
        PendingGrow grow = byId.get(requestId);
        return grow != null && grow.isAsking(source) ? grow : null;
    }

    List<PendingGrow> all() {
        return List.copyOf(byId.values());
    }

    int size() {
        return byId.size();
    }

    long nextDeadline() {
        return deadlines.next();
    }

    /** Takes out those whose time is over. */
    List<PendingGrow> takeDue(long nowMillis) {
        return deadlines.next() > nowMillis
                ? List.of()
                : deadlines.due(nowMillis).stream().map(byId::remove).toList();
    }
}
