package io.banyan.engine;

import io.banyan.workflow.order.PlanningOrder;
import io.banyan.workflow.order.WaitingWorkflow;
import io.banyan.workflow.run.RunEffect;
import io.banyan.workflow.run.RunPhase;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The turns of runs that wait for their first plan. One run at a time plans and books, so that its plan holds when it
 * is booked. A run whose booking was refused pauses, and then waits for another turn.
 */
final class PlanningTurns {
    private final PlanningOrder order;
    private final Set<Long> charged = new HashSet<>();
    private Optional<ActiveRun> holder = Optional.empty();
    /** The run whose plan is revised. */
    private Optional<ActiveRun> reviser = Optional.empty();

    PlanningTurns(PlanningOrder order) {
        this.order = order;
    }

    /** Returns whether a run may plan now. */
    boolean isTurnOf(ActiveRun run) {
        return holder.filter(one -> one == run).isPresent();
    }

    /** Returns whether the plan of a run may be revised now: no other run plans, books or is revised. */
    boolean isFreeFor(ActiveRun run) {
        return holder.isEmpty() && reviser.filter(one -> one != run).isEmpty();
    }

    /** Keeps other runs from plans until the revision of a run has been booked, or is given up. */
    void take(ActiveRun run) {
        reviser = Optional.of(run);
    }

    /** Ends the revision of a run. */
    void leave(ActiveRun run) {
        reviser = reviser.filter(one -> one != run);
    }

    /** Gives the turn to the next run if nobody plans or books. O(runs). */
    void give(Collection<ActiveRun> runs, long nowSec) {
        runs.forEach(this::charge);
        reviser = reviser.filter(runs::contains);
        boolean isBooking = runs.stream().anyMatch(run -> run.run().phase() == RunPhase.BOOKING);
        boolean isHeld = holder.filter(run -> runs.contains(run) && isWaiting(run, nowSec))
                .isPresent();
        if (isBooking || isHeld || reviser.isPresent()) {
            return;
        }
        List<WaitingWorkflow> waiting = runs.stream()
                .filter(run -> isWaiting(run, nowSec))
                .map(ActiveRun::waiting)
                .toList();
        Optional<WaitingWorkflow> next = order.next(waiting, nowSec);
        next.ifPresent(one -> order.planned(one, waiting));
        holder = next.flatMap(
                one -> runs.stream().filter(run -> run.id() == one.id()).findFirst());
    }

    private static boolean isWaiting(ActiveRun run, long nowSec) {
        return run.run().phase() == RunPhase.PLANNING
                && run.run().effects(nowSec).stream().anyMatch(RunEffect.MakePlan.class::isInstance);
    }

    /** Adds the core time of a booked run to its project, once. */
    private void charge(ActiveRun run) {
        if (run.run().phase() == RunPhase.RUNNING && charged.add(run.id())) {
            order.charge(run.waiting().project(), run.waiting().coreSeconds());
        }
    }
}
