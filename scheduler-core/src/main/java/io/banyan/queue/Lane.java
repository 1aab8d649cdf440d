package io.banyan.queue;

import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The waiting jobs of one queue. All calls O(log jobs) unless stated otherwise. */
final class Lane {
    /** So many jobs for which others are stopped may have a reservation besides those that the policy makes. */
    private static final int BESIDES = 1;

    private final String name;
    private final QueuePolicy policy;
    private final Map<Claim, Cohort> cohorts = new HashMap<>();
    /** The cohorts that are not known to be over a limit, by their first jobs. */
    private final TreeSet<Cohort> open = new TreeSet<>(Comparator.comparing(Cohort::head));

    private final WaitingJobs reserved = new WaitingJobs();
    /** The jobs that have a reservation besides those that the policy makes. */
    private final Set<JobId> besides = new HashSet<>();

    private int size;
    private boolean isStopped;
    /** How many were looked at in this pass, and whether no other is. */
    private int looked;

    private boolean isSeen;

    Lane(String name, QueuePolicy policy) {
        this.name = name;
        this.policy = policy;
    }

    String name() {
        return name;
    }

    QueuePolicy policy() {
        return policy;
    }

    /** Whether no job starts from it. */
    boolean isStopped() {
        return isStopped;
    }

    void stopped(boolean stopped) {
        isStopped = stopped;
    }

    /** How many wait and have no reservation. */
    int size() {
        return size;
    }

    /** Returns the cohorts of jobs that wait without a reservation, whether they are over a limit or not. O(1). */
    Collection<Cohort> cohorts() {
        return cohorts.values();
    }

    /** Returns the jobs that have a reservation. */
    WaitingJobs reserved() {
        return reserved;
    }

    /** One has a reservation. One more than the policy makes is besides those, and stays so. */
    void reserve(WaitingJob job) {
        reserve(job, !hasReservationLeft());
    }

    private void reserve(WaitingJob job, boolean isBesides) {
        reserved.add(job);
        if (isBesides) {
            besides.add(job.id());
        }
    }

    /** One has no reservation any more. */
    void takeReserved(JobId job) {
        reserved.remove(job);
        besides.remove(job);
    }

    /** One that has a reservation has another rank. */
    void rerank(WaitingJob job) {
        boolean isBesides = besides.contains(job.id());
        takeReserved(job.id());
        reserve(job, isBesides);
    }

    /** Whether the policy makes one more reservation. O(1). */
    boolean hasReservationLeft() {
        return reserved.size() - besides.size() < policy.reservations();
    }

    /** Whether a job for which others are stopped may have a reservation besides those that the policy makes. O(1). */
    boolean mayReserveBesides() {
        return besides.size() < BESIDES;
    }

    /**
     * Returns the last of the reservations that the policy makes; null if there is none. An additional reservation
     * cannot be taken away: other jobs are being stopped for it. O(log reservations), O(reservations) where there is
     * one besides.
     */
    @Nullable WaitingJob lastReserved() {
        if (besides.isEmpty()) {
            return reserved.last();
        }
        return reserved.all().reversed().stream()
                .filter(job -> !besides.contains(job.id()))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns whether there is a reservation for a job, as far as those go that come before it. Where there is none,
     * there is none for those after it.
     */
    boolean isEarly(WaitingJob job) {
        if (hasReservationLeft()) {
            return true;
        }
        @Nullable WaitingJob last = lastReserved();
        return last != null && job.compareTo(last) < 0;
    }

    /** Returns the cohorts whose jobs may start, as far as is known. */
    NavigableSet<Cohort> open() {
        return open;
    }

    Cohort cohort(Claim claim) {
        Cohort cohort = cohorts.get(claim);
        if (cohort == null) {
            throw new IllegalStateException("no job waits in queue '" + name + "' with " + claim);
        }
        return cohort;
    }

    void add(WaitingJob job) {
        Cohort cohort = cohorts.computeIfAbsent(job.claim(), claim -> new Cohort(this, claim));
        @Nullable WaitingJob first = cohort.jobs().first();
        boolean isHead = cohort.over().isEmpty() && (first == null || job.compareTo(first) < 0);
        if (isHead && first != null) {
            open.remove(cohort);
        }
        cohort.jobs().add(job);
        if (isHead) {
            open.add(cohort);
        }
        size++;
    }

    /** Returns its cohort, if that is over a limit and no job waits in it any more. */
    @Nullable Cohort remove(WaitingJob job) {
        Cohort cohort = cohort(job.claim());
        boolean isHead = cohort.over().isEmpty() && job.equals(cohort.jobs().first());
        if (isHead) {
            open.remove(cohort);
        }
        cohort.jobs().remove(job.id());
        size--;
        if (cohort.jobs().size() == 0) {
            cohorts.remove(job.claim());
            return cohort.over().isEmpty() ? null : cohort;
        }
        if (isHead) {
            open.add(cohort);
        }
        return null;
    }

    /** This one is over a limit. */
    void close(Cohort cohort, Excess excess) {
        open.remove(cohort);
        cohort.over(Optional.of(excess));
    }

    /** This one may not be any more. */
    void reopen(Cohort cohort) {
        cohort.over(Optional.empty());
        open.add(cohort);
    }

    /** Returns the jobs without a reservation, in their order. O(jobs x log cohorts). */
    List<WaitingJob> waiting() {
        if (cohorts.size() == 1) {
            return cohorts.values().iterator().next().jobs().all();
        }
        List<WaitingJob> all = new ArrayList<>(size);
        cohorts.values().forEach(cohort -> all.addAll(cohort.jobs().all()));
        all.sort(null);
        return all;
    }

    /**
     * Whether this one is among so many first ones of those that are not over a limit. O(1) where no more than so many
     * wait, else O(cohorts + most x log cohorts).
     */
    boolean isAmongFirst(WaitingJob job, int most) {
        if (size <= most) {
            return true;
        }
        var frontier = new Frontier(open);
        int count = 0;
        for (@Nullable WaitingJob next = frontier.next();
                next != null && count < most && next.compareTo(job) < 0;
                next = frontier.next()) {
            count++;
        }
        return count < most;
    }

    // ---- one pass -------------------------------------------------------------------------------------------------

    void begin() {
        looked = 0;
        isSeen = isStopped;
    }

    /** One was looked at, and waits on. */
    void look() {
        looked++;
        isSeen |= looked >= policy.depth() || !policy.overtakes();
    }

    /** Whether no other is to be looked at in this pass. */
    boolean isSeen() {
        return isSeen;
    }

    void checkInvariants() {
        reserved.checkInvariants();
        int count = 0;
        for (Cohort cohort : cohorts.values()) {
            cohort.jobs().checkInvariants();
            count += cohort.jobs().size();
            if (cohort.over().isEmpty() != open.contains(cohort)) {
                throw new IllegalStateException(cohort + " of queue '" + name + "' is over " + cohort.over());
            }
        }
        if (count != size) {
            throw new IllegalStateException(size + " jobs wait in queue '" + name + "', counted " + count);
        }
        if (besides.size() > BESIDES || reserved.size() - besides.size() > policy.reservations()) {
            throw new IllegalStateException(reserved.size() + " jobs have reservations, and " + policy.reservations()
                    + " may" + (name.isEmpty() ? "" : " in queue '" + name + "'"));
        }
    }

    @Override
    public String toString() {
        return "waiting " + waiting() + " reserved " + reserved;
    }
}
