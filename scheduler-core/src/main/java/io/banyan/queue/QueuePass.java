package io.banyan.queue;

import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One look at the queues: starts who can start, and reserves for who may wait for something certain. All queues are
 * looked at in one order, and plan in one schedule, each by its own policy. A job that waits in vain since the last
 * time that something was freed is not tried again, nor is one that asks for the same ({@link MatchFailures}); one that
 * is over a limit is not looked at before that may be over ({@link Quotas}); what is reserved is moved only when there
 * is more than was planned with, or somebody leaves what was reserved for him.
 *
 * <p>O(cohorts + (jobs looked at) x (shapes x amounts + log(jobs)) + matches). With n jobs of s shapes that wait and
 * nothing free, a pass ends after s matches; where all are looked at and some may overtake, those that are in vain are
 * passed over at once.
 */
final class QueuePass {
    private final Lanes lanes;
    private final MatchFailures inVain;
    private final MatchFailures nowhere;
    /** The jobs for which there was room only when it was of no use to them. */
    private final Set<JobId> tooLate;

    private final Seats seats;
    /** Whether somebody who was looked at already may have another answer. */
    private boolean isAgain;

    private long looked;

    QueuePass(Lanes lanes, MatchFailures inVain, MatchFailures nowhere, Set<JobId> tooLate, Seats seats) {
        this.lanes = lanes;
        this.inVain = inVain;
        this.nowhere = nowhere;
        this.tooLate = tooLate;
        this.seats = seats;
    }

    /**
     * There is more than was planned with: in their order whoever has a reservation may have an earlier one, and these,
     * who came since the last pass or lost theirs, and those that may be in time again, are tried before anybody who
     * comes after them is moved. Again, as long as somebody leaves room that way. O(reservations x log(reservations) +
     * matches).
     */
    void advance(List<WaitingJob> came) {
        do {
            isAgain = false;
            advanceOnce(came, inTimeAgain());
        } while (isAgain);
    }

    /**
     * Starts the reserved jobs that are due, now that the jobs that were to be gone are gone: whoever waited for that
     * alone need not wait for the next second. O(reservations).
     */
    void startDue() {
        for (WaitingJob job : lanes.reserved()) {
            isAgain |= seats.isDue(job) && seats.advance(job);
        }
    }

    private void advanceOnce(List<WaitingJob> came, List<WaitingJob> inTime) {
        if (lanes.reserved().isEmpty()) {
            return;
        }
        List<WaitingJob> all = new ArrayList<>(lanes.reserved());
        WaitingJob last = all.getLast();
        addBefore(last, came, all);
        addBefore(last, inTime, all);
        Collections.sort(all);
        for (WaitingJob job : all) {
            if (lanes.isReserved(job.id())) {
                isAgain |= seats.advance(job);
            } else if (mayStart(job) && tryOne(job)) {
                return;
            }
        }
    }

    private void addBefore(WaitingJob last, List<WaitingJob> tried, List<WaitingJob> all) {
        for (WaitingJob job : tried) {
            if (job.compareTo(last) < 0 && lanes.isWaiting(job.id())) {
                all.add(job);
            }
        }
    }

    /** Returns the jobs for which it may not be too late any more. O(those for whom it was x reservations). */
    private List<WaitingJob> inTimeAgain() {
        if (tooLate.isEmpty()) {
            return List.of();
        }
        List<WaitingJob> again = tooLate.stream()
                .flatMap(id -> lanes.find(id).stream())
                .filter(seats::mayBeInTime)
                .toList();
        again.forEach(job -> tooLate.remove(job.id()));
        return again;
    }

    /**
     * Whether it waits, neither its queue nor a limit keeps it from starting, and it is among the first that its
     * queue's policy looks at.
     */
    private boolean mayStart(WaitingJob job) {
        if (!lanes.isWaiting(job.id())) {
            return false;
        }
        Lane lane = lanes.laneOf(job);
        if (lane.isStopped() || !lanes.isWithin(lane.cohort(job.claim()))) {
            return false;
        }
        QueuePolicy policy = lane.policy();
        boolean isSeen = policy.depth() == QueuePolicy.ALL || lane.isAmongFirst(job, policy.depth());
        return isSeen && (policy.overtakes() || job.equals(lanes.first(lane)));
    }

    /** How many it has come by. */
    long looked() {
        return looked;
    }

    /** Everybody who waits may have a new answer. */
    void run() {
        do {
            if (isAgain) {
                advance(List.of());
            }
            runOnce();
        } while (isAgain);
    }

    /** In their order, until one takes the reservation of another one: then those that come before it may have more. */
    private void runOnce() {
        isAgain = false;
        lanes.all().forEach(Lane::begin);
        // A queue can be long, and as a rule few are tried before it is clear that nobody else can start.
        var frontier = new Frontier(lanes.open());
        // Of this cohort it is known that no limit keeps it, since when nobody has started.
        @Nullable Cohort within = null;
        for (@Nullable WaitingJob job = frontier.next(); job != null; job = frontier.next()) {
            looked++;
            Cohort cohort = frontier.cohort();
            Lane lane = cohort.lane();
            if (lane.isSeen() || (cohort != within && !lanes.isWithin(cohort)) || isInVain(frontier, job)) {
                frontier.drop();
                continue;
            }
            within = cohort;
            boolean isTried = mayReserve(lane, job) || !inVain.covers(job);
            if (isTried && tryOne(job)) {
                return;
            }
            within = isTried ? null : within;
            if (!isTried || lanes.isWaiting(job.id())) {
                lane.look();
            }
            if (!isTried && isOnlyForStarts(lane, job)) {
                frontier.passOver(inVain);
            }
        }
    }

    /** Whether after this one nobody is looked at but for a start, and all count alike who are not. */
    private static boolean isOnlyForStarts(Lane lane, WaitingJob job) {
        return lane.policy().depth() == QueuePolicy.ALL && lane.policy().overtakes() && !isEarly(lane, job);
    }

    /** Whether nobody of the same cohort from this one on could start or have a reservation. */
    private boolean isInVain(Frontier frontier, WaitingJob next) {
        if (!frontier.isInVain(inVain)) {
            return false;
        }
        Cohort cohort = frontier.cohort();
        QueuePolicy policy = cohort.lane().policy();
        // Where only the first few are looked at, or the first alone, those that are not tried count as well.
        boolean isCounted = (policy.depth() != QueuePolicy.ALL || !policy.overtakes())
                && cohort.lane().open().size() > 1;
        return !isCounted && !isReservationFor(cohort, next);
    }

    /** Whether one from this one on may have a reservation. */
    private boolean isReservationFor(Cohort cohort, WaitingJob next) {
        if (cohort.lane().hasReservationLeft()) {
            return !nowhere.coverAll(cohort.jobs());
        }
        @Nullable WaitingJob last = cohort.lane().lastReserved();
        return last != null && next.compareTo(last) < 0;
    }

    /** These came since the last pass; nothing was freed since. */
    void tryNew(Iterable<WaitingJob> jobs) {
        boolean hasRoom = false;
        for (WaitingJob job : jobs) {
            if (mayStart(job)) {
                if (tryOne(job)) {
                    break;
                }
                // Another one is among the first now.
                hasRoom |= lanes.laneOf(job).policy().depth() != QueuePolicy.ALL && !lanes.isWaiting(job.id());
            }
        }
        if (isAgain || hasRoom) {
            run();
        }
    }

    /** Returns whether others that were tried before may have more now. */
    private boolean tryOne(WaitingJob job) {
        Lane lane = lanes.laneOf(job);
        boolean isMore = false;
        if (!mayReserve(lane, job)) {
            start(job);
        } else if (lane.hasReservationLeft()) {
            note(job, seats.place(job));
            isMore = isAnotherLast(lane, job);
        } else if (!start(job)) {
            isMore = takePlace(lane, job);
        }
        isAgain |= isMore;
        return isMore;
    }

    /**
     * One that comes before one that has a reservation gets its place, if it has a use for it. Returns whether it has.
     */
    private boolean takePlace(Lane lane, WaitingJob job) {
        WaitingJob last = Objects.requireNonNull(lane.lastReserved(), "the last of those that have reservations");
        Seats.Placed placed = seats.placeInstead(job, last);
        boolean isTaken = placed == Seats.Placed.STARTED || placed == Seats.Placed.RESERVED;
        if (isTaken) {
            inVain.clear();
        }
        note(job, placed);
        return isTaken;
    }

    /**
     * Whether a job has got the last reservation that there is, and comes before another one that has one: for whom it
     * was too late beside that one it may not be in its place.
     */
    private boolean isAnotherLast(Lane lane, WaitingJob job) {
        return lanes.isReserved(job.id())
                && !tooLate.isEmpty()
                && !lane.hasReservationLeft()
                && !job.equals(lane.lastReserved());
    }

    /** Returns whether it has started. */
    private boolean start(WaitingJob job) {
        if (inVain.covers(job)) {
            return false;
        }
        long most = seats.start(job);
        boolean started = most >= job.amount();
        if (!started) {
            inVain.add(job, most);
            inVain.add(job.shape(), seats.mostAtAll(job));
        }
        return started;
    }

    private void note(WaitingJob job, Seats.Placed placed) {
        switch (placed) {
            case STARTED -> {
                // Nothing is in vain.
            }
            case RESERVED -> inVain.add(job);
            case NOWHERE -> {
                inVain.add(job);
                nowhere.add(job);
            }
            case TOO_LATE -> {
                inVain.add(job);
                tooLate.add(job.id());
            }
        }
    }

    private boolean mayReserve(Lane lane, WaitingJob job) {
        return isEarly(lane, job) && !nowhere.covers(job) && !tooLate.contains(job.id());
    }

    /**
     * Whether there is a reservation for it, as far as those go that come before it. Where there is none, there is none
     * for those after it.
     */
    private static boolean isEarly(Lane lane, WaitingJob job) {
        @Nullable WaitingJob last = lane.lastReserved();
        return lane.hasReservationLeft() || (last != null && job.compareTo(last) < 0);
    }
}
