package io.banyan.queue;

import org.jspecify.annotations.Nullable;

/**
 * Looks at all jobs without a reservation, in their order, until one takes the reservation of another one: then those
 * that come before it may have more. Jobs that are known to find nothing are passed over.
 */
final class VisitStage implements PassStage {
    private final Lanes lanes;
    private final KnownFailures known;
    private final PlacementSearch search;
    private final Frontier frontier;
    /** A cohort that is known to be within its limits, since no job has started since it was asked. */
    private @Nullable Cohort within;

    private PlacementSearch.@Nullable Found returned;
    private boolean isAgain;
    private long looked;

    VisitStage(Lanes lanes, KnownFailures known, PlacementSearch search) {
        this.lanes = lanes;
        this.known = known;
        this.search = search;
        lanes.all().forEach(Lane::begin);
        // A queue can be long, and as a rule few jobs are tried before it is certain that no other can start.
        this.frontier = new Frontier(lanes.open());
    }

    @Override
    public @Nullable Placement next() {
        if (returned != null) {
            if (search.leavesRoom(returned)) {
                isAgain = true;
                return null;
            }
            if (lanes.isWaiting(returned.job().id())) {
                lanes.laneOf(returned.job()).look();
            }
            returned = null;
        }
        for (@Nullable WaitingJob job = frontier.next(); job != null; job = frontier.next()) {
            looked++;
            returned = isLookedAt(job) ? find(job) : null;
            if (returned != null) {
                return returned.placement();
            }
        }
        return null;
    }

    /** Returns whether a job is looked at; if not, no other of its cohort is. */
    private boolean isLookedAt(WaitingJob job) {
        Cohort cohort = frontier.cohort();
        if (cohort.lane().isSeen() || (cohort != within && !lanes.isWithin(cohort)) || isInVain(job)) {
            frontier.drop();
            return false;
        }
        within = cohort;
        return true;
    }

    private PlacementSearch.@Nullable Found find(WaitingJob job) {
        Lane lane = frontier.cohort().lane();
        boolean isTried = search.isOfUse(job);
        if (isTried) {
            within = null;
            PlacementSearch.@Nullable Found found = search.find(job);
            if (found != null) {
                return found;
            }
        }
        lane.look();
        if (!isTried && isOnlyForStarts(lane, job)) {
            frontier.passOver(known.inVain());
        }
        return null;
    }

    /**
     * Returns whether the jobs after this one are looked at for a start only, and all count alike that are not looked
     * at.
     */
    private static boolean isOnlyForStarts(Lane lane, WaitingJob job) {
        return lane.policy().depth() == QueuePolicy.ALL && lane.policy().overtakes() && !lane.isEarly(job);
    }

    /** Returns whether no job of the same cohort from this one on could start or have a reservation. */
    private boolean isInVain(WaitingJob next) {
        if (!frontier.isInVain(known.inVain())) {
            return false;
        }
        Cohort cohort = frontier.cohort();
        QueuePolicy policy = cohort.lane().policy();
        // Where only the first few are looked at, or the first alone, those that are not tried count as well.
        boolean isCounted = (policy.depth() != QueuePolicy.ALL || !policy.overtakes())
                && cohort.lane().open().size() > 1;
        return !isCounted && !isReservationFor(cohort, next);
    }

    /** Returns whether one from this one on may have a reservation. */
    private boolean isReservationFor(Cohort cohort, WaitingJob next) {
        if (cohort.lane().hasReservationLeft()) {
            return !known.nowhere().coverAll(cohort.jobs());
        }
        @Nullable WaitingJob last = cohort.lane().lastReserved();
        return last != null && next.compareTo(last) < 0;
    }

    /** Returns the number of jobs that this stage has come by. */
    long looked() {
        return looked;
    }

    @Override
    public Kind then() {
        return isAgain ? Kind.ADVANCE : Kind.END;
    }
}
