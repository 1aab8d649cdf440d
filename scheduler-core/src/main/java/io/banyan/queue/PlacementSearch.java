package io.banyan.queue;

import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The search of one pass for the placement of a single job. It records failed matches in {@link KnownFailures}, and
 * does not change the queue: the caller makes the placement, and only then asks whether {@link #leavesRoom} holds.
 */
final class PlacementSearch {
    private final Lanes lanes;
    private final KnownFailures known;
    private final Seats seats;
    private final Vacancies vacancies = new Vacancies();

    /**
     * The placement that was found for a job.
     *
     * @param isTaken whether another job loses its reservation to this one
     */
    record Found(WaitingJob job, Placement placement, boolean isTaken) {}

    PlacementSearch(Lanes lanes, KnownFailures known, Seats seats) {
        this.lanes = lanes;
        this.known = known;
        this.seats = seats;
    }

    /**
     * Returns whether a job waits, neither its queue nor a limit keeps it from starting, and it is among the first that
     * its queue's policy looks at.
     */
    boolean mayStart(WaitingJob job) {
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

    /** Returns whether a search for a job is of use: nothing is known that says that it finds nothing. */
    boolean isOfUse(WaitingJob job) {
        return mayReserve(lanes.laneOf(job), job) || !known.inVain().covers(job);
    }

    /** Returns the placement of a job without a reservation, by the policy of its queue; null for nothing. */
    @Nullable Found find(WaitingJob job) {
        Lane lane = lanes.laneOf(job);
        if (!mayReserve(lane, job)) {
            return findNow(job);
        }
        if (lane.hasReservationLeft()) {
            return found(job, seats.findEarliest(job), false);
        }
        @Nullable Found now = findNow(job);
        if (now != null) {
            return now;
        }
        // A job that comes before one with a reservation gets its place, if it has a use for it.
        WaitingJob last = Objects.requireNonNull(lane.lastReserved(), "the last of those that have reservations");
        Seats.EarliestAnswer instead = seats.findInstead(job, last);
        if (instead instanceof Placement) {
            known.inVain().clear();
        }
        return found(job, instead, true);
    }

    private @Nullable Found findNow(WaitingJob job) {
        if (known.inVain().covers(job)) {
            return null;
        }
        return switch (seats.findNow(job)) {
            case Placement placement -> new Found(job, noted(placement), false);
            case Seats.AtMost(long amount) -> {
                known.inVain().add(job, amount);
                known.inVain().add(job.shape(), seats.mostAtAll(job));
                yield null;
            }
        };
    }

    private @Nullable Found found(WaitingJob job, Seats.EarliestAnswer answer, boolean isTaken) {
        return switch (answer) {
            case Placement placement -> {
                if (placement.kind() == BookingKind.RESERVATION) {
                    known.inVain().add(job);
                }
                yield new Found(job, noted(placement), isTaken);
            }
            case Seats.NoTime outcome -> {
                known.note(job, outcome);
                yield null;
            }
        };
    }

    /** Returns an earlier placement of a job with a reservation; null for nothing, and for one that never moves. */
    @Nullable Placement findEarlier(WaitingJob job) {
        if (lanes.laneOf(job).policy().booksAtSubmission()) {
            return null;
        }
        if (vacancies.isAskedInVain(job.id(), seats.planned(job.id()).endSec()) || !seats.mayBeEarlier(job)) {
            return null;
        }
        @Nullable Placement found = seats.findEarlier(job).map(this::noted).orElse(null);
        vacancies.asked(job.id());
        return found;
    }

    private Placement noted(Placement placement) {
        for (JobId id : placement.withdrawn()) {
            vacancies.add(seats.planned(id).startSec());
        }
        return placement;
    }

    /**
     * Returns whether jobs that were looked at before may have another answer, now that a placement is made: its job
     * took a reservation, or got the last one that there is and comes before another job with one. A job for which it
     * was too late beside that one may be in time in its place.
     */
    boolean leavesRoom(Found made) {
        Lane lane = lanes.laneOf(made.job);
        return made.isTaken
                || (lanes.isReserved(made.job.id())
                        && !known.tooLate().isEmpty()
                        && !lane.hasReservationLeft()
                        && !made.job.equals(lane.lastReserved()));
    }

    /**
     * Returns the jobs whose deadline may be met again, and forgets that it was missed. O(those for whom it was x
     * reservations).
     */
    List<WaitingJob> takeInTimeAgain() {
        if (known.tooLate().isEmpty()) {
            return List.of();
        }
        List<WaitingJob> again = known.tooLate().stream()
                .flatMap(id -> lanes.find(id).stream())
                .filter(seats::mayBeInTime)
                .toList();
        again.forEach(job -> known.tooLate().remove(job.id()));
        return again;
    }

    private boolean mayReserve(Lane lane, WaitingJob job) {
        return lane.isEarly(job)
                && !known.nowhere().covers(job)
                && !known.tooLate().contains(job.id());
    }
}
