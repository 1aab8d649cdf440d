package io.banyan.instance;

import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Grows that are met partly here and partly from elsewhere: those of one resource, or slot, whose count is a range. Where less than its least is
 * here, the rest is asked for elsewhere, and both are booked at once when that comes. Nothing is held while it waits; where what was free here
 * has been taken meanwhile, what came goes back.
 */
final class Splits {
    private final InstanceState state;
    private final Matching matching;

    Splits(InstanceState state, Matching matching) {
        this.state = state;
        this.matching = matching;
    }

    /** How many of the range are free here, less than its least; 0 where the request cannot be split. O(log least) matches. */
    long here(Turn turn, PendingGrow grow) throws JobspecException {
        Optional<Count> range = range(grow.jobspec());
        if (range.isEmpty()) {
            return 0;
        }
        long fits = 0;
        long tooMany = range.get().min();
        while (tooMany - fits > 1) {
            long middle = fits + (tooMany - fits) / 2;
            if (find(turn, grow, middle).isPresent()) {
                fits = middle;
            } else {
                tooMany = middle;
            }
        }
        return fits;
    }

    /** The count of the only resource, where every number between its ends will do. */
    private static Optional<Count> range(Jobspec jobspec) {
        List<Resource> resources = jobspec.resources();
        return resources.size() != 1
                ? Optional.empty()
                : Optional.of(resources.getFirst().count())
                        .filter(count -> !count.isExact()
                                && count.allowed().isEmpty()
                                && count.operator() == Count.Operator.ADD
                                && count.operand() == 1);
    }

    /** What is asked for elsewhere, where so many are here. */
    static Jobspec rest(Jobspec jobspec, long here) {
        Count range = jobspec.resources().getFirst().count();
        long max = range.max() == Count.UNBOUNDED ? Count.UNBOUNDED : range.max() - here;
        return counting(jobspec, new Count(range.min() - here, max, Count.Operator.ADD, 1));
    }

    private static Jobspec counting(Jobspec jobspec, Count count) {
        return new Jobspec(
                jobspec.version(),
                List.of(jobspec.resources().getFirst().withCount(count)),
                jobspec.tasks(),
                jobspec.attributes());
    }

    /** So many of them, that are free here now. */
    Optional<Selection> find(Turn turn, PendingGrow grow, long count) throws JobspecException {
        Jobspec part = counting(grow.jobspec(), Count.exactly(count));
        MatchResult result = grow.job().isPresent()
                ? matching.more(part, state.jobs().find(grow.job().get()).orElseThrow(), turn.nowSec())
                : matching.match(part, MatchOperation.WITHOUT_ALLOCATING, turn.nowSec());
        return switch (result) {
            case MatchResult.Allocated found -> Optional.of(found.selection());
            case MatchResult.Matched found -> Optional.of(found.selection());
            case MatchResult.Busy it -> Optional.empty();
            case MatchResult.Unsatisfiable it -> Optional.empty();
            case MatchResult.Reserved it -> throw new IllegalStateException("a grow reserves nothing");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("a grow asks for resources");
        };
    }

    /** What came, together with what was found here. O(n + m). */
    static Subgraph union(Subgraph came, Subgraph here) {
        Map<String, Integer> positions = new HashMap<>();
        List<SubgraphVertex> vertices = new ArrayList<>(came.vertices());
        for (int i = 0; i < vertices.size(); i++) {
            positions.put(vertices.get(i).path(), i);
        }
        int[] moved = new int[here.vertices().size()];
        for (int i = 0; i < moved.length; i++) {
            SubgraphVertex vertex = here.vertices().get(i);
            Integer known = positions.get(vertex.path());
            if (known == null) {
                moved[i] = vertices.size();
                vertices.add(vertex.withIds("h" + vertices.size(), vertex.uniqId()));
            } else {
                moved[i] = known;
                if (vertex.exclusive()) {
                    SubgraphVertex old = vertices.get(known);
                    vertices.set(known, vertex.withIds(old.id(), old.uniqId()));
                }
            }
        }
        Set<SubgraphEdge> edges = new LinkedHashSet<>(came.edges());
        for (SubgraphEdge edge : here.edges()) {
            edges.add(new SubgraphEdge(moved[edge.source()], moved[edge.target()], edge.subsystem()));
        }
        return new Subgraph(vertices, List.copyOf(edges));
    }
}
