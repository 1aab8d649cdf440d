package io.banyan.queue;

import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One look at the queues: starts who can start, and reserves for who may wait for something certain. All queues are looked at in one order, and plan in one schedule, each
 * by its own policy. A job that waits in vain since the last time that something was freed is not tried again, nor is one that asks for the same ({@link Failures}); one that
 * is over a limit is not looked at before that may be over ({@link Quotas}); what is reserved is moved only when there is more than was planned with.
 *
 * <p>O(cohorts + (jobs looked at) x (shapes x amounts + log(jobs)) + matches). With n jobs of s shapes that wait and nothing free, a pass ends after s matches; where all are
 * looked at and some may overtake, those that are in vain are passed over at once.
 */
final class QueuePass {
    private final Lanes lanes;
    private final Failures inVain;
    private final Failures nowhere;
    /** Those for which there was room only when it was of no use to them. */
    private final Set<JobId> tooLate;

    private final Seats seats;
    /** Whether somebody who was looked at already may have another answer. */
    private boolean isAgain;

    private long looked;

    QueuePass(Lanes lanes, Failures inVain, Failures nowhere, Set<JobId> tooLate, Seats seats) {
        this.lanes = lanes;
        this.inVain = inVain;
        this.nowhere = nowhere;
        this.tooLate = tooLate;
        this.seats = seats;
    }

    /**
     * There is more than was planned with: in their order whoever has a reservation may have an earlier one, and these, who came since the last pass, lost theirs or may be in time again,
     * are tried before anybody who comes after them is moved. O(reservations x log(reservations) + matches).
     */
    void advance(List<WaitingJob> tried) {
        List<WaitingJob> all = new ArrayList<>(lanes.reserved());
        @Nullable WaitingJob last = all.isEmpty() ? null : all.getLast();
        tried.stream().filter(job -> last != null && job.compareTo(last) < 0).forEach(all::add);
        Collections.sort(all);
        for (WaitingJob job : all) {
            if (lanes.isReserved(job.id())) {
                isAgain |= seats.advance(job);
            } else if (mayStart(job)) {
                tryOne(job);
            }
        }
        if (isAgain) {
            // There is room where those were that were moved.
            lookAgain();
        }
    }

    /** Whether it waits, and neither its queue nor a limit keeps it from starting. */
    private boolean mayStart(WaitingJob job) {
        if (!lanes.isWaiting(job.id())) {
            return false;
        }
        Lane lane = lanes.laneOf(job);
        return !lane.isStopped() && lanes.isWithin(lane.cohort(job.claim()));
    }

    /** How many it has come by. */
    long looked() {
        return looked;
    }

    /** Everybody who waits may have a new answer. */
    void run() {
        do {
            isAgain = false;
            runOnce();
        } while (isAgain);
    }

    private void runOnce() {
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
            if (isTried) {
                tryOne(job);
                within = null;
            }
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
        WaitingJobs reserved = cohort.lane().reserved();
        if (reserved.size() < cohort.lane().policy().reservations()) {
            return !nowhere.coverAll(cohort.jobs());
        }
        @Nullable WaitingJob last = reserved.last();
        return last != null && next.compareTo(last) < 0;
    }

    /** These came since the last pass; nothing was freed since. */
    void tryNew(Iterable<WaitingJob> jobs) {
        boolean hasRoom = false;
        for (WaitingJob job : jobs) {
            if (!mayStart(job)) {
                continue;
            }
            Lane lane = lanes.laneOf(job);
            QueuePolicy policy = lane.policy();
            boolean isSeen =
                    policy.depth() == QueuePolicy.ALL || lane.countBefore(job, policy.depth()) < policy.depth();
            if (isSeen && (policy.overtakes() || job.equals(lanes.first(lane)))) {
                tryOne(job);
                // Another one is among the first now.
                hasRoom |= policy.depth() != QueuePolicy.ALL && !lanes.isWaiting(job.id());
            }
        }
        if (isAgain || hasRoom) {
            run();
        }
    }

    private void tryOne(WaitingJob job) {
        Lane lane = lanes.laneOf(job);
        if (!mayReserve(lane, job)) {
            start(job);
        } else if (lane.reserved().size() < lane.policy().reservations()) {
            place(job);
        } else if (!start(job)) {
            takePlace(lane, job);
        }
    }

    /** One that comes before one that has a reservation gets its place, if it has a use for it. */
    private void takePlace(Lane lane, WaitingJob job) {
        WaitingJob last = Objects.requireNonNull(lane.reserved().last(), "the last of those that have reservations");
        Seats.Placed placed = seats.placeInstead(job, last);
        if (placed == Seats.Placed.STARTED || placed == Seats.Placed.RESERVED) {
            inVain.clear();
            lookAgain();
            isAgain = true;
        }
        note(job, placed);
        if (placed == Seats.Placed.STARTED) {
            // The seat is free again.
            place(last);
        }
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

    private void place(WaitingJob job) {
        note(job, seats.place(job));
    }

    private void note(WaitingJob job, Seats.Placed placed) {
        switch (placed) {
            case STARTED -> {
                // Nothing is in vain.
            }
            case RESERVED -> {
                inVain.add(job);
                lookAgain(job);
            }
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

    /** When one has got the last reservation that there is, another one may be the last of those that have one, whose place somebody may have for whom it was too late beside it. */
    private void lookAgain(WaitingJob job) {
        Lane lane = lanes.laneOf(job);
        boolean isFull = lane.reserved().size() >= lane.policy().reservations();
        if (isFull && !job.equals(lane.reserved().last())) {
            lookAgain();
        }
    }

    /** Those for whom it was too late are tried again, where it may not be any more. O(those for whom it was x reservations). */
    private void lookAgain() {
        isAgain |=
                tooLate.removeIf(id -> lanes.find(id).filter(seats::mayBeInTime).isPresent());
    }

    private boolean mayReserve(Lane lane, WaitingJob job) {
        return isEarly(lane, job) && !nowhere.covers(job) && !tooLate.contains(job.id());
    }

    /** Whether there is a reservation for it, as far as those go that come before it. Where there is none, there is none for those after it. */
    private static boolean isEarly(Lane lane, WaitingJob job) {
        @Nullable WaitingJob last = lane.reserved().last();
        return lane.reserved().size() < lane.policy().reservations() || (last != null && job.compareTo(last) < 0);
    }
}
