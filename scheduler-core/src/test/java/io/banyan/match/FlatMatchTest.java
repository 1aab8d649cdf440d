package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that what a match looks at does not grow with the system: the same request on 1,000 and on 100,000 nodes,
 * whatever they are like and however full they are. Vertices that are visited and bytes that are allocated are counted,
 * for a match after the first.
 */
@Isolated
@Execution(ExecutionMode.CONCURRENT)
class FlatMatchTest {

    private static final int FEW = 1_000;
    private static final int MANY = 100_000;
    private static final List<String> POLICIES = List.of(
            "first", "firstnodex", "high", "low", "hinode", "lonode", "hinodex", "lonodex", "locality", "variation");
    private static final List<String> REQUESTS = List.of(
            "1 node { 1 slot { 2 core, 1 gpu } }", "1 slot { 1 core }", "1 slot { 1 node }", "5 node! { 1 core }");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The kind of the nodes. */
    enum Kind {
        UNIFORM("cluster { %d node { 2 core, 1 gpu } }", 1),
        RACKS("cluster { %d rack { 20 node { 2 core, 1 gpu } } }", 20),
        MIXED("cluster { %1$d node { 2 core }, %1$d node { 2 core, 1 gpu } }", 2),
        /** In each rack the same logical ids. */
        REPEATED("cluster { %d rack { 20 node { 2 core, 1 gpu } } }", 20),
        /** Cores are free on odd nodes only and GPUs on even ones. */
        INTERLEAVED("cluster { %d node { 2 core, 1 gpu } }", 1),
        /** The property that is asked for is on a few nodes, as many of 1,000 as of 100,000. */
        RARE("cluster { %d node { 2 core, 1 gpu } }", 1);

        private final String graph;
        private final int divisor;

        Kind(String graph, int divisor) {
            this.graph = graph;
            this.divisor = divisor;
        }

        ResourceGraph of(int nodes) throws GraphException {
            Subgraph subgraph = Graphs.subgraph(graph.formatted(nodes / divisor));
            return ResourceGraph.of(this == REPEATED ? numberedInRacks(subgraph) : subgraph);
        }

        private static Subgraph numberedInRacks(Subgraph subgraph) {
            List<SubgraphVertex> vertices = subgraph.vertices().stream()
                    .map(vertex ->
                            vertex.type().name().equals("node") ? numbered(vertex, vertex.number() % 20) : vertex)
                    .toList();
            return new Subgraph(vertices, subgraph.edges());
        }

        /** Returns the same vertex with another logical id, but for its path. */
        private static SubgraphVertex numbered(SubgraphVertex vertex, long number) {
            return SubgraphVertex.of(vertex.id(), vertex.type(), number, vertex.path())
                    .withRank(vertex.rank());
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theWorkOfAMatchIsTheSameForAHundredTimesAsManyNodes(Kind kind) throws Exception {
        List<Work> few = works(kind, FEW);
        List<Work> many = works(kind, MANY);
        assertThat(many).hasSameSizeAs(few);
        for (int i = 0; i < few.size(); i++) {
            Work less = few.get(i);
            Work more = many.get(i);
            assertThat(more.what).isEqualTo(less.what);
            assertThat(more.found).as(more.what).isEqualTo(less.found);
            assertThat(more.visits).as("visits of %s", more.what).isEqualTo(less.visits);
            assertThat(more.visits).as("visits of %s", more.what).isLessThanOrEqualTo(60);
            assertThat(more.bytes).as("bytes of %s", more.what).isLessThan(2 * less.bytes + 4_096);
        }
    }

    private record Work(String what, boolean found, long visits, long bytes) {}

    private static List<Work> works(Kind kind, int nodes) throws Exception {
        var schedule = new Schedule(kind.of(nodes), PruneFilters.parse("ALL:core,ALL:node,ALL:gpu"), Graphs.HORIZON);
        ResourceGraph graph = schedule.graph();
        for (int v = 0, node = 0; kind == Kind.RARE && v < graph.vertexBound(); v++) {
            if (graph.typeId(v) == graph.types().id("node") && node++ % (nodes / 6) == 0) {
                graph.setProperty(v, "rare", "");
            }
        }
        var works = new ArrayList<Work>();
        if (kind == Kind.INTERLEAVED) {
            interleave(schedule);
            measure(schedule, kind, "interleaved", works);
            return works;
        }
        measure(schedule, kind, "empty", works);
        fill(schedule, 1, nodes / 2);
        measure(schedule, kind, "half full", works);
        fill(schedule, 2, nodes / 2 - (kind == Kind.MIXED ? 8 : 6));
        measure(schedule, kind, "nearly full", works);
        return works;
    }

    private static void measure(Schedule schedule, Kind kind, String state, List<Work> works) throws Exception {
        for (String policy : POLICIES) {
            var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
            for (String request : REQUESTS) {
                Jobspec jobspec = jobspec(request, kind == Kind.RARE);
                matcher.match(jobspec, MatchOperation.ALLOCATE, 0);
                matcher.match(jobspec, MatchOperation.ALLOCATE, 0);
                long before = THREADS.getCurrentThreadAllocatedBytes();
                MatchResult result = matcher.match(jobspec, MatchOperation.ALLOCATE, 0);
                long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
                works.add(new Work(
                        state + ", " + policy + ", " + request,
                        result instanceof MatchResult.Allocated,
                        matcher.visits().preorder(),
                        bytes));
            }
        }
    }

    private static Jobspec jobspec(String request, boolean rare) throws Exception {
        Constraint constraint = rare
                ? new Constraint.Properties(List.of(new Constraint.Property("rare", false)))
                : new Constraint.Any();
        Attributes attributes =
                new Attributes(60, Optional.empty(), constraint, Optional.empty(), Map.of(), Map.of(), Map.of());
        return new Jobspec(1, Jobs.jobspec(request).resources(), List.of(), attributes);
    }

    private static void fill(Schedule schedule, int job, int nodes) throws Exception {
        MatchResult result = new Matcher(schedule, MatchPolicy.parse("high"))
                .match(Jobs.jobspec(nodes + " node! for 1000"), MatchOperation.ALLOCATE, 0);
        assertThat(result).isInstanceOf(MatchResult.Allocated.class);
        if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
            schedule.commit(new JobId(job), BookingKind.ALLOCATION, window, selection);
        }
    }

    /** Books the cores of every other node, and the GPU of the rest, each node for one job. */
    private static void interleave(Schedule schedule) {
        ResourceGraph graph = schedule.graph();
        int root = graph.root();
        long job = 0;
        for (int e = graph.firstOut(root); e >= 0; e = graph.nextOut(e)) {
            int node = graph.target(e);
            boolean cores = job++ % 2 == 0;
            var selection = new Selection.Builder();
            for (int f = graph.firstOut(node); f >= 0; f = graph.nextOut(f)) {
                if (cores == (graph.typeId(graph.target(f)) == graph.types().id("core"))) {
                    selection.add(graph.target(f), 1, true, 3, f);
                }
            }
            selection.add(node, 1, false, 2, e).add(root, 1, false, 1, -1);
            schedule.commit(new JobId(job), BookingKind.ALLOCATION, new TimeWindow(0, 1_000), selection.build());
        }
    }
}
