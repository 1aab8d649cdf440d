package io.banyan.instance.state;

import io.banyan.resource.JobId;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Changes that decisions made and no handler has looked at yet. Transient: handlers empty it after each event, and a
 * new process looks at everything.
 */
public final class UnseenChanges {
    private final Set<String> statuses = new LinkedHashSet<>();
    private final Set<String> lost = new LinkedHashSet<>();
    private final Set<JobId> reservationTimes = new HashSet<>();
    private boolean hasLess;
    private boolean hasChildren;

    UnseenChanges() {}

    void status(String path) {
        statuses.add(path);
    }

    void lost(String path) {
        lost.add(path);
    }

    /** Forgets the statuses of vertices that have left the graph. */
    void forgetStatuses(Predicate<String> isGone) {
        statuses.removeIf(isGone);
        lost.removeIf(isGone);
    }

    boolean hasStatuses() {
        return !statuses.isEmpty();
    }

    void reservationTime(JobId time) {
        reservationTimes.add(time);
    }

    void reservationTimes(Collection<JobId> times) {
        reservationTimes.addAll(times);
    }

    void forgetReservationTime(JobId time) {
        reservationTimes.remove(time);
    }

    void less() {
        hasLess = true;
    }

    void child() {
        hasChildren = true;
    }

    /** Takes the paths of vertices with a status that parent or children may have to know. */
    public List<String> takeStatuses() {
        List<String> taken = List.copyOf(statuses);
        statuses.clear();
        return taken;
    }

    /** Takes the paths of vertices that were lost. */
    public List<String> takeLost() {
        List<String> taken = List.copyOf(lost);
        lost.clear();
        return taken;
    }

    /** Takes the times of reservations in which waiting jobs may have a new answer. */
    public Set<JobId> takeReservationTimes() {
        Set<JobId> taken = Set.copyOf(reservationTimes);
        reservationTimes.clear();
        return taken;
    }

    /** Takes the mark that resources with reservations may have become unusable. */
    public boolean takeLess() {
        boolean less = hasLess;
        hasLess = false;
        return less;
    }

    /** Whether a child instance became one that can be asked for slots, or no longer is. */
    public boolean hasChildren() {
        return hasChildren;
    }

    /** Takes the mark of {@link #hasChildren}. */
    public void takeChildren() {
        hasChildren = false;
    }
}
