package io.banyan.workflow.order;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The order in which workflows are planned (workflow paper, section 2.2, STEP-1).
 *
 * <p>The workflow with the highest rank is next, and of equal ones the earliest. If {@code mostPassed} others were
 * planned while a workflow waited, it is next regardless of its rank. Of several such workflows, the one that was
 * passed over most often is next, then the earliest.
 *
 * <p>No workflow starves. A later workflow has been passed over at most as often as an earlier one. So if {@code k}
 * workflows wait at its arrival, a workflow is planned after at most {@code mostPassed + k} others, under any weights
 * and any arrivals. The counts are kept in memory alone: after a restart they begin at 0.
 *
 * <p>Not thread-safe.
 */
public final class PlanningOrder {
    /** The usual number of others that can be planned before a workflow out of its turn. */
    public static final int USUAL_MOST_PASSED = 8;

    private static final Comparator<WaitingWorkflow> EARLIER = Comparator.comparingLong(WaitingWorkflow::arrivedSec)
            .thenComparingLong(WaitingWorkflow::id)
            .reversed();

    private final OrderWeights weights;
    private final int mostPassed;
    private final long windowSec;
    private final Map<Long, Integer> passed = new HashMap<>();
    private final Map<String, Double> planned = new HashMap<>();
    private double allPlanned;

    /**
     * Makes an order.
     *
     * @param mostPassed the number of others after which a workflow is next, 1 or more
     * @param windowSec the time for which the earliest waiting workflow waits for others to compete with, 0 or more
     */
    public PlanningOrder(OrderWeights weights, int mostPassed, long windowSec) {
        if (mostPassed < 1 || windowSec < 0) {
            throw new IllegalArgumentException("a workflow must be passed over 1 or more times and the window 0 s or"
                    + " more, found " + mostPassed + " and " + windowSec);
        }
        this.weights = weights;
        this.mostPassed = mostPassed;
        this.windowSec = windowSec;
    }

    /**
     * Returns the workflow to plan next; empty if none waits, or the window of the earliest is open. O(waiting).
     *
     * @param waiting the workflows that wait, in any order
     */
    public Optional<WaitingWorkflow> next(Collection<WaitingWorkflow> waiting, long nowSec) {
        boolean isOpen = waiting.stream().noneMatch(one -> nowSec >= one.arrivedSec() + windowSec);
        if (isOpen) {
            return Optional.empty();
        }
        return waiting.stream()
                .filter(one -> times(one) >= mostPassed)
                .max(Comparator.comparingInt(this::times).thenComparing(EARLIER))
                .or(() -> waiting.stream()
                        .max(Comparator.<WaitingWorkflow>comparingDouble(
                                        one -> weights.rank(one, part(one.project()), nowSec))
                                .thenComparing(EARLIER)));
    }

    /** Returns how often a workflow was passed over. */
    private int times(WaitingWorkflow workflow) {
        return passed.getOrDefault(workflow.id(), 0);
    }

    private double part(String project) {
        return allPlanned == 0 ? 0 : planned.getOrDefault(project, 0.0) / allPlanned;
    }

    /**
     * Notes that a workflow was planned: the others that wait have been passed over once more. O(waiting).
     *
     * @param waiting the workflows that wait, with or without this one
     */
    public void planned(WaitingWorkflow workflow, Collection<WaitingWorkflow> waiting) {
        Set<Long> ids = waiting.stream().map(WaitingWorkflow::id).collect(Collectors.toSet());
        ids.remove(workflow.id());
        passed.keySet().retainAll(ids);
        ids.forEach(id -> passed.merge(id, 1, Integer::sum));
    }

    /** Adds core seconds to what a project has planned. */
    public void charge(String project, double coreSeconds) {
        planned.merge(project, coreSeconds, Double::sum);
        allPlanned += coreSeconds;
    }
}
