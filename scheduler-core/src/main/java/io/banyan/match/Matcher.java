package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.Marks;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds resources for a jobspec under a match policy. It reads the schedule and changes nothing; its answer is a
 * proposal that {@link Schedule#commit} books.
 *
 * <p>A match visits what the pruning filters do not keep it from; a reservation repeats it at the change points of the
 * root's aggregates. Not thread-safe: used by the thread that owns the schedule.
 */
public final class Matcher {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final MatchPolicy policy;
    private final VertexSet seen = new VertexSet();
    private final Visits visits = new Visits();
    private final Marks marks;

    /** A matcher over a schedule. */
    public Matcher(Schedule schedule, MatchPolicy policy) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.policy = policy;
        this.marks = new Marks(graph);
    }

    /** The policy by which it chooses. */
    public MatchPolicy policy() {
        return policy;
    }

    /** How many vertices the last traversal visited. */
    public Visits visits() {
        return visits;
    }

    /** Types that the jobspec names and the graph does not know, in the order of their names. */
    public List<String> unknownTypes(Jobspec jobspec) {
        var unknown = new TreeSet<String>();
        collectUnknown(jobspec.resources(), unknown);
        return List.copyOf(unknown);
    }

    private void collectUnknown(List<Resource> resources, Set<String> unknown) {
        for (Resource resource : resources) {
            if (!resource.isSlot() && !resource.isXorSlot() && graph.types().id(resource.type()) < 0) {
                unknown.add(resource.type().name());
            }
            collectUnknown(resource.with(), unknown);
        }
    }

    /**
     * Matches a jobspec.
     *
     * @param nowSec the present, from which on resources are looked for
     * @throws JobspecException where the jobspec contradicts itself: something inside a slot or below an exclusive
     *     resource that is to be shared
     */
    public MatchResult match(Jobspec jobspec, MatchOperation operation, long nowSec) throws JobspecException {
        requireMeaning(jobspec.resources(), false);
        if (!schedule.horizon().contains(new TimeWindow(nowSec, nowSec + 1))) {
            return new MatchResult.Busy(List.of(new Reason("time", 1, 0, "seconds are left to plan")));
        }
        long planned = schedule.horizon().durationSec();
        if (jobspec.attributes().durationSec() > planned) {
            return new MatchResult.Unsatisfiable(List.of(
                    new Reason("duration", jobspec.attributes().durationSec(), planned, "seconds are planned here")));
        }
        List<String> unknown = unknownTypes(jobspec);
        if (!unknown.isEmpty()) {
            return new MatchResult.Unsatisfiable(unknown.stream()
                    .map(type -> new Reason(type, 1, 0, "in this graph, which knows no such type"))
                    .toList());
        }
        var request = Demand.prime(jobspec, graph.types());
        return new Search(jobspec, request, nowSec).answer(operation);
    }

    private static void requireMeaning(List<Resource> resources, boolean exclusive) throws JobspecException {
        for (Resource resource : resources) {
            if (resource.isXorSlot()) {
                throw new JobspecException(
                        "The resource 'xor_slot' is for the flexible traverser; this one is simple.");
            }
            if (resource.isSlot() && resource.with().isEmpty()) {
                throw new JobspecException("The slot '" + resource.label().orElse("") + "' has nothing in it.");
            }
            if (exclusive && resource.exclusive() == Exclusivity.FALSE) {
                throw new JobspecException(
                        "The resource '" + resource.type().name()
                                + "' says exclusive: false, but everything in a slot or below an exclusive resource is exclusive.");
            }
            boolean within = exclusive || resource.isSlot() || resource.exclusive() == Exclusivity.TRUE;
            requireMeaning(resource.with(), within);
        }
    }

    /** One jobspec being matched. */
    private final class Search {

        private final Jobspec jobspec;
        private final Demand.Primed request;
        private final long nowSec;
        private final long durationSec;
        private final long endSec = schedule.horizon().endSec();

        Search(Jobspec jobspec, Demand.Primed request, long nowSec) {
            this.jobspec = jobspec;
            this.request = request;
            this.nowSec = nowSec;
            long asked = jobspec.attributes().durationSec();
            this.durationSec = asked == 0 ? schedule.horizon().durationSec() : asked;
        }

        MatchResult answer(MatchOperation operation) {
            return switch (operation) {
                case ALLOCATE -> now(MatchResult.Allocated::new);
                case WITHOUT_ALLOCATING -> now(MatchResult.Matched::new);
                case ALLOCATE_WITH_SATISFIABILITY -> orUnsatisfiable(now(MatchResult.Allocated::new));
                case ALLOCATE_ORELSE_RESERVE -> later(now(MatchResult.Allocated::new), MatchResult.Reserved::new);
                case WITHOUT_ALLOCATING_FUTURE -> later(now(MatchResult.Matched::new), MatchResult.Matched::new);
                case SATISFIABILITY -> satisfiability();
            };
        }

        private MatchResult now(Found found) {
            var tally = new Tally(request.all);
            TimeWindow window = TimeWindow.startingAt(nowSec, durationSec, endSec);
            Optional<Selection> selection = selectFree(window, true, tally);
            return selection.isPresent()
                    ? found.of(selection.get(), window)
                    : new MatchResult.Busy(new Shortage(schedule, request, window).reasons(tally));
        }

        private MatchResult satisfiability() {
            var tally = new Tally(request.all);
            boolean fits = select(Availability.ofEmptySystem(schedule), tally).isPresent();
            return fits
                    ? new MatchResult.Satisfiable()
                    : new MatchResult.Unsatisfiable(new Shortage(schedule, request, null).reasons(tally));
        }

        private MatchResult orUnsatisfiable(MatchResult result) {
            if (result instanceof MatchResult.Busy && satisfiability() instanceof MatchResult.Unsatisfiable never) {
                return never;
            }
            return result;
        }

        private MatchResult later(MatchResult result, Found found) {
            MatchResult checked = orUnsatisfiable(result);
            if (!(checked instanceof MatchResult.Busy)) {
                return checked;
            }
            long[] needs = rootNeeds();
            long at = schedule.aggregates().earliestAtRoot(nowSec + 1, durationSec, endSec, needs);
            while (at < endSec) {
                TimeWindow window = TimeWindow.startingAt(at, durationSec, endSec);
                Optional<Selection> selection = selectFree(window, false, new Tally(request.all));
                if (selection.isPresent()) {
                    return found.of(selection.get(), window);
                }
                long next = schedule.aggregates().nextChangeAtRoot(at);
                at = next == Long.MAX_VALUE
                        ? next
                        : schedule.aggregates().earliestAtRoot(next, durationSec, endSec, needs);
            }
            return checked;
        }

        private long[] rootNeeds() {
            int[] types =
                    schedule.aggregates().trackedTypes(schedule.aggregates().root());
            var needs = new long[types.length];
            for (int i = 0; i < types.length; i++) {
                needs[i] = types[i] < request.least.length ? request.least[types[i]] : 0;
            }
            return needs;
        }

        /** Where a vertex has several parents, pruning by subtree may overlook that it is held by way of another. */
        private Optional<Selection> selectFree(TimeWindow window, boolean now, Tally tally) {
            return select(Availability.during(schedule, window, now), tally)
                    .filter(selection ->
                            !schedule.aggregates().hasSeveralParents() || schedule.isFree(window, selection));
        }

        private Optional<Selection> select(Availability availability, Tally tally) {
            var pruning = new Pruning(
                    schedule, availability, jobspec.attributes().constraint(), policy.nodeExclusive(), tally);
            var traverser = new Traverser(schedule, request, policy, availability, pruning, tally, visits, seen);
            return traverser
                    .run()
                    .map(chosen -> new Marking(schedule, policy, request, marks).select(chosen))
                    .filter(selection -> selection.size() > 0);
        }
    }

    /** Makes the answer from what was found. */
    private interface Found {
        MatchResult of(Selection selection, TimeWindow window);
    }
}
