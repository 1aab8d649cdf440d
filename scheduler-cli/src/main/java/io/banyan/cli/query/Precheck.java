package io.banyan.cli.query;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.ConstraintTarget;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.schedule.Booking;
import java.util.Arrays;
import java.util.List;

/**
 * What resource-query asks before it matches: whether as many nodes as the request has are up and meet its constraint. A
 * request that fails here is told to be unsatisfiable by one operation and merely busy by another, and neither is what the
 * empty system would say; a session repeats that, so that its output is the recorded one.
 */
record Precheck(Session session) {

    private static final String NODE = "node";

    /** Whether resource-query adds that the request can never be met. */
    boolean saysUnsatisfiable(MatchOperation operation, Jobspec jobspec, boolean never) {
        return switch (operation) {
            case ALLOCATE_WITH_SATISFIABILITY -> never || !hasEnoughNodes(jobspec);
            case ALLOCATE_ORELSE_RESERVE, WITHOUT_ALLOCATING_FUTURE -> never && hasEnoughNodes(jobspec);
            case SATISFIABILITY -> never;
            case ALLOCATE, WITHOUT_ALLOCATING -> false;
        };
    }

    /**
     * What was found, or nothing where resource-query would not have looked at that time: it knows the starts and ends of
     * those jobs only that hold something which is counted.
     */
    MatchResult atKnownTime(MatchResult result) {
        long start = switch (result) {
            case MatchResult.Reserved(Selection selection, TimeWindow window) -> window.startSec();
            case MatchResult.Matched(Selection selection, TimeWindow window) -> window.startSec();
            case MatchResult.Allocated allocated -> Session.NOW_SEC;
            case MatchResult.Satisfiable satisfiable -> Session.NOW_SEC;
            case MatchResult.Busy busy -> Session.NOW_SEC;
            case MatchResult.Unsatisfiable unsatisfiable -> Session.NOW_SEC;
        };
        if (start <= Session.NOW_SEC + 1
                || session.schedule().holdings().bookings().stream().anyMatch(b -> isKnown(b, start))) {
            return result;
        }
        return new MatchResult.Busy(List.of(new Reason("start", start, Session.NOW_SEC, "is the only time looked at")));
    }

    private boolean isKnown(Booking booking, long start) {
        TimeWindow window = booking.window();
        if (window.startSec() != start && window.endSec() != start) {
            return false;
        }
        Selection held = session.schedule().holdings().selection(booking.job());
        for (int i = 0; i < held.size(); i++) {
            if (held.exclusive(i) && isCounted(session.graph().typeId(held.vertex(i)))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the filters of some vertex count the type. */
    private boolean isCounted(int type) {
        String name = session.graph().types().name(type);
        Aggregates aggregates = session.schedule().aggregates();
        boolean atRoot =
                Arrays.stream(aggregates.trackedTypes(aggregates.root())).anyMatch(tracked -> tracked == type);
        return atRoot
                || session.filters().rules().stream()
                        .anyMatch(rule -> rule.counted().name().equals(name));
    }

    private boolean countsNodes() {
        return session.filters().rules().stream()
                .anyMatch(rule -> rule.counted().name().equals(NODE));
    }

    private boolean hasEnoughNodes(Jobspec jobspec) {
        return !countsNodes() || nodes(jobspec.resources()) <= nodesUp(jobspec);
    }

    private static long nodes(List<Resource> resources) {
        long sum = 0;
        for (Resource resource : resources) {
            long own = resource.type().name().equals(NODE) ? 1 : 0;
            sum += resource.count().min() * (own + nodes(resource.with()));
        }
        return sum;
    }

    private long nodesUp(Jobspec jobspec) {
        ResourceGraph graph = session.graph();
        long up = 0;
        for (int v : graph.verticesOfType(graph.types().id(NODE))) {
            boolean fits = jobspec.attributes().constraint().matches(new Node(graph, v));
            up += session.schedule().isUp(v) && fits ? 1 : 0;
        }
        return up;
    }

    private record Node(ResourceGraph graph, int vertex) implements ConstraintTarget {

        @Override
        public String name() {
            return graph.name(vertex);
        }

        @Override
        public int rank() {
            return graph.rank(vertex);
        }

        @Override
        public boolean hasProperty(String property) {
            return graph.properties(vertex).containsKey(property);
        }
    }
}
