package io.banyan.cli.query;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.ConstraintTarget;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.match.MatchOperation;
import io.banyan.prune.Aggregates;
import io.banyan.resource.Status;
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
     * The operation that resource-query really does: where the root's filter counts nothing of the request it finds no
     * later time to try.
     */
    MatchOperation effective(MatchOperation operation, Jobspec jobspec) {
        boolean blind = countsAtRoot() && !countsAnyOf(jobspec.resources());
        return switch (operation) {
            case ALLOCATE_ORELSE_RESERVE -> blind ? MatchOperation.ALLOCATE_WITH_SATISFIABILITY : operation;
            case WITHOUT_ALLOCATING_FUTURE -> blind ? MatchOperation.WITHOUT_ALLOCATING : operation;
            case ALLOCATE, ALLOCATE_WITH_SATISFIABILITY, SATISFIABILITY, WITHOUT_ALLOCATING -> operation;
        };
    }

    private boolean countsAtRoot() {
        Aggregates aggregates = session.schedule().aggregates();
        return aggregates.root() >= 0 && aggregates.trackedTypes(aggregates.root()).length > 0;
    }

    private boolean countsAnyOf(List<Resource> resources) {
        for (Resource resource : resources) {
            if (counts(resource.type().name()) || countsAnyOf(resource.with())) {
                return true;
            }
        }
        return false;
    }

    private boolean counts(String type) {
        Aggregates aggregates = session.schedule().aggregates();
        int id = session.graph().types().id(type);
        for (int tracked : aggregates.trackedTypes(aggregates.root())) {
            if (tracked == id) {
                return true;
            }
        }
        return false;
    }

    private boolean hasEnoughNodes(Jobspec jobspec) {
        return !counts(NODE) || nodes(jobspec.resources()) <= nodesUp(jobspec);
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
            up += session.schedule().status(v) == Status.UP && fits ? 1 : 0;
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
