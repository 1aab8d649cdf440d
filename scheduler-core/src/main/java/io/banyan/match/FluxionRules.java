package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.MatchOperation;
import io.banyan.prune.Aggregates;
import io.banyan.prune.PruneFilters;
import io.banyan.schedule.Schedule;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;

/**
 * The rules of Fluxion's resource-query where they differ from the result on the empty system. Before a match, Fluxion
 * checks whether enough nodes for the request are up and meet its constraint; if not, one operation reports the request
 * as unsatisfiable, and another one as busy. It searches a later start only at known times. For the thread that owns
 * the schedule.
 *
 * @param schedule over which it is matched
 * @param filters the pruning filters of its vertices
 */
record FluxionRules(Schedule schedule, PruneFilters filters) {

    private static final String NODE = "node";

    /** The answer of a match as resource-query would give it. O(jobs + their holds + nodes). */
    MatchResult answer(Jobspec jobspec, MatchOperation operation, MatchResult result) {
        return switch (result) {
            case MatchResult.Busy(List<Reason> reasons) -> refused(operation, jobspec, false, reasons);
            case MatchResult.Unsatisfiable(List<Reason> reasons) -> refused(operation, jobspec, true, reasons);
            case MatchResult.Allocated found -> found;
            case MatchResult.Reserved found -> found;
            case MatchResult.Matched found -> found;
            case MatchResult.Satisfiable yes -> yes;
        };
    }

    private MatchResult refused(MatchOperation operation, Jobspec jobspec, boolean never, List<Reason> reasons) {
        return saysUnsatisfiable(operation, jobspec, never)
                ? new MatchResult.Unsatisfiable(reasons)
                : new MatchResult.Busy(reasons);
    }

    /** Whether resource-query adds that the request can never be met. */
    private boolean saysUnsatisfiable(MatchOperation operation, Jobspec jobspec, boolean never) {
        return switch (operation) {
            case ALLOCATE_WITH_SATISFIABILITY -> never || !hasEnoughNodes(jobspec, v -> true);
            case ALLOCATE_ORELSE_RESERVE, WITHOUT_ALLOCATING_FUTURE ->
                never && hasEnoughNodes(jobspec, schedule.statuses()::isUp);
            case SATISFIABILITY -> never;
            case ALLOCATE, WITHOUT_ALLOCATING -> false;
        };
    }

    /**
     * The times at which resource-query looks for a later start: it knows the starts and ends of those jobs only that
     * hold something which is counted. O(jobs that start or end then x types) a time, and O(types + filters) the first.
     */
    LongPredicate timesLookedAt() {
        var counted = new BitSet();
        return time -> {
            if (counted.isEmpty()) {
                counted.or(countedTypes());
            }
            return schedule.holdings().changesAt(time, counted);
        };
    }

    /** The types that the filters of some vertex count. */
    private BitSet countedTypes() {
        Aggregates aggregates = schedule.aggregates();
        var counted = new BitSet();
        Arrays.stream(aggregates.trackedTypes(aggregates.root())).forEach(counted::set);
        filters.rules().stream()
                .mapToInt(rule -> schedule.graph().types().id(rule.counted()))
                .filter(type -> type >= 0)
                .forEach(counted::set);
        return counted;
    }

    private boolean countsNodes() {
        return filters.rules().stream().anyMatch(rule -> rule.counted().name().equals(NODE));
    }

    /** Whether as many nodes as the request has are up, and as many of those that count meet its constraint. */
    private boolean hasEnoughNodes(Jobspec jobspec, IntPredicate counts) {
        Constraint constraint = jobspec.attributes().constraint();
        IntPredicate fits = v -> constraint.matches(new Constrained(schedule.graph(), v));
        long needed = nodes(jobspec.resources());
        return !countsNodes() || (needed <= nodes(schedule.statuses()::isUp) && needed <= nodes(counts.and(fits)));
    }

    private long nodes(IntPredicate condition) {
        ResourceGraph graph = schedule.graph();
        return Arrays.stream(graph.verticesOfType(graph.types().id(NODE)))
                .filter(condition)
                .count();
    }

    private static long nodes(List<Resource> resources) {
        long sum = 0;
        for (Resource resource : resources) {
            long own = resource.type().name().equals(NODE) ? 1 : 0;
            long each = Demand.add(own, nodes(resource.with()));
            sum = Demand.add(sum, Demand.multiply(resource.count().min(), each));
        }
        return sum;
    }
}
