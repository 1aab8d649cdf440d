package io.banyan.instance.hierarchy;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.policy.MatchOperation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Grows that are met partly here and partly from elsewhere: those with ranges that {@link JobspecCut} can cut. If less
 * than the minimum of a range is here, the rest is requested elsewhere, and both parts are booked at once when it
 * arrives. A waiting grow holds no resources; if the free part here has been taken meanwhile, the arrived part is
 * returned.
 */
final class Splits {
    /**
     * The maximum number of matches that determine the part of a request that is here; the rest is requested elsewhere.
     */
    static final int MAX_MATCHES = 100;

    private final InstanceState state;
    private final CountedMatcher matching;

    Splits(InstanceState state, CountedMatcher matching) {
        this.state = state;
        this.matching = matching;
    }

    /**
     * A grow that cannot be met here in two parts, the first of which can; empty where nothing of it is here, or it
     * cannot be cut. As much as can be is in the first part, beginning with the first resource. O(resources x log of
     * their least) matches, {@link #MAX_MATCHES} at most.
     */
    Optional<Split> split(Transition transition, PendingGrow grow) throws JobspecException {
        ResourceGraph graph = state.resources().graph();
        String root = graph.root() < 0 ? "" : graph.types().name(graph.typeId(graph.root()));
        Optional<JobspecCut> cut = JobspecCut.of(grow.jobspec(), root);
        return cut.isEmpty() ? Optional.empty() : new Search(transition, grow, cut.get()).run();
    }

    /** How much of each portion is here, found one after the other. */
    private final class Search {
        private final Transition transition;
        private final PendingGrow grow;
        private final JobspecCut cut;
        private final long[] amounts;
        private int matches;

        Search(Transition transition, PendingGrow grow, JobspecCut cut) {
            this.transition = transition;
            this.grow = grow;
            this.cut = cut;
            this.amounts = new long[cut.portions().size()];
        }

        Optional<Split> run() throws JobspecException {
            for (int i = 0; i < amounts.length; i++) {
                amounts[i] = most(i);
            }
            return Arrays.stream(amounts).allMatch(amount -> amount == 0) ? Optional.empty() : Optional.of(splitNow());
        }

        private Split splitNow() {
            return new Split(cut.here(amounts), cut.elsewhere(amounts), cut.countedShared());
        }

        /** Returns the amount of this portion that is here beside the earlier portions. */
        private long most(int portion) throws JobspecException {
            Count count = cut.portions().get(portion).count();
            if (fits(portion, JobspecCut.ALL)) {
                return JobspecCut.ALL;
            }
            if (count.isExact()) {
                return 0;
            }
            long fits = 0;
            long tooMany = count.min();
            while (tooMany - fits > 1) {
                long middle = fits + (tooMany - fits) / 2;
                if (fits(portion, middle)) {
                    fits = middle;
                } else {
                    tooMany = middle;
                }
            }
            return fits;
        }

        private boolean fits(int portion, long amount) throws JobspecException {
            amounts[portion] = amount;
            boolean isWhole = Arrays.stream(amounts).allMatch(it -> it == JobspecCut.ALL);
            if (isWhole || matches >= MAX_MATCHES) {
                return false;
            }
            matches++;
            return find(transition, grow, splitNow()).isPresent();
        }
    }

    /** Returns the resources of the first part that are free here now. */
    Optional<Selection> find(Transition transition, PendingGrow grow, Split split) throws JobspecException {
        Jobspec part = split.here();
        MatchResult result = grow.job().isPresent()
                ? matching.more(part, state.jobs().find(grow.job().get()).orElseThrow(), transition.nowSec())
                : matching.match(part, MatchOperation.WITHOUT_ALLOCATING, transition.nowSec());
        Optional<Selection> found = switch (result) {
            case MatchResult.Allocated it -> Optional.of(it.selection());
            case MatchResult.Matched it -> Optional.of(it.selection());
            case MatchResult.Busy it -> Optional.empty();
            case MatchResult.Unsatisfiable it -> Optional.empty();
            case MatchResult.Reserved it -> throw new IllegalStateException("a grow reserves nothing");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("a grow asks for resources");
        };
        return found.filter(it -> !countsWhatOthersShare(it, split));
    }

    /**
     * Whether a counted vertex is shared with other jobs: the grant from elsewhere could be another part of the same
     * vertex, which would count twice.
     */
    private boolean countsWhatOthersShare(Selection selection, Split split) {
        ResourceGraph graph = state.resources().graph();
        return IntStream.range(0, selection.size())
                .filter(i -> !selection.exclusive(i))
                .map(selection::vertex)
                .filter(vertex -> state.schedule().isShared(vertex))
                .anyMatch(vertex -> split.countedShared().contains(graph.types().name(graph.typeId(vertex))));
    }

    /**
     * Makes sure that no vertex that the request counts is in both parts. O(n + m).
     *
     * @throws GraphException where one is
     */
    static void requireApart(Subgraph came, Subgraph here, Split split) throws GraphException {
        Set<String> counted = new HashSet<>();
        for (SubgraphVertex vertex : here.vertices()) {
            if (!vertex.exclusive()
                    && split.countedShared().contains(vertex.type().name())) {
                counted.add(vertex.path());
            }
        }
        for (SubgraphVertex vertex : came.vertices()) {
            if (counted.contains(vertex.path())) {
                throw new GraphException("the vertex " + vertex.path() + " is already counted here");
            }
        }
    }

    /** Returns the resources that came, together with those that were found here. O(n + m). */
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
