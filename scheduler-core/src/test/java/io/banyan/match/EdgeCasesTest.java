package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Exclusivity;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Cases at the edges: windows that end, graphs that change shape, requests that make no sense. */
class EdgeCasesTest {
    private static final String TINY = "cluster { 2 node { 2 socket { 4 core, 1 gpu, 2 memory:2 } } }";
    private long nextJob = 1;

    private static MatchResult match(Schedule s, String policy, String job, MatchOperation op, long now)
            throws Exception {
        return new Matcher(s, MatchPolicy.parse(policy)).match(Jobs.jobspec(job), op, now);
    }

    private JobId allocate(Schedule s, String policy, String job) throws Exception {
        var a = (MatchResult.Allocated) match(s, policy, job, MatchOperation.ALLOCATE, 0);
        JobId id = new JobId(nextJob++);
        s.commit(id, BookingKind.ALLOCATION, a.window(), a.selection());
        return id;
    }

    @Test
    void reservesBehindAJobThatHoldsTheWholeGraph() throws Exception {
        Schedule s = Graphs.schedule(TINY);
        allocate(s, "low", "1 cluster! for 100");
        s.checkInvariants();
        assertThat(match(s, "low", "1 slot { 1 node! } for 50", MatchOperation.ALLOCATE_ORELSE_RESERVE, 0))
                .isInstanceOf(MatchResult.Reserved.class);
    }

    @Test
    void nothingIsFreeWhenAJobHoldsTheWholeGraph() throws Exception {
        Schedule s = Graphs.schedule(TINY);
        allocate(s, "low", "1 cluster! for 100");
        assertThat(s.holdings().free("core")).isZero();
    }

    @Test
    void aTypeThatBecomesALeafTypeIsCountedWithWhatWasThere() throws Exception {
        Schedule s = Graphs.schedule(TINY);
        s.attach(Graphs.subgraph("cluster { 1 node { 3 socket } }"));
        assertThat(match(s, "low", "1 slot { 2 socket }", MatchOperation.ALLOCATE, 0))
                .isInstanceOf(MatchResult.Allocated.class);
    }

    @Test
    void aTypeThatBecomesALeafTypeKeepsTheInvariants() throws Exception {
        Schedule s = Graphs.schedule(TINY);
        s.attach(Graphs.subgraph("cluster { 1 node { 3 socket } }"));
        s.checkInvariants();
    }

    @Test
    void aTypeThatBecomesALeafTypeWhileHeldIsGivenBackOnce() throws Exception {
        Schedule s = Graphs.schedule(TINY);
        JobId job = allocate(s, "low", "1 slot { 2 socket }");
        allocate(s, "low", "1 slot { 1 socket }");
        s.attach(Graphs.subgraph("cluster { 1 node { 3 socket } }"));
        s.cancel(job);
        assertThat(s.holdings().free("socket")).isLessThanOrEqualTo(s.holdings().total("socket"));
    }

    @Test
    void aCoreInsideANodeWhoseJobHasOverrunIsNotFree() throws Exception {
        Schedule s = Graphs.schedule("cluster { 1 node { 1 socket { 4 core } } }");
        allocate(s, "low", "1 slot { 1 node! } for 10");
        assertThat(match(s, "low", "1 slot { 1 node! }", MatchOperation.ALLOCATE, 10))
                .isInstanceOf(MatchResult.Busy.class);
        assertThat(match(s, "low", "1 core!", MatchOperation.ALLOCATE, 10)).isInstanceOf(MatchResult.Busy.class);
    }

    @Test
    void aVertexWithSomethingChosenBelowItKeepsItsLabel() throws Exception {
        Schedule s = Graphs.schedule(TINY);
        var core = new Resource(
                new ResourceType("core"),
                Count.exactly(1),
                "",
                Exclusivity.UNSPECIFIED,
                List.of(),
                Optional.of("c"),
                Optional.empty());
        var socket = new Resource(
                new ResourceType("socket"),
                Count.exactly(1),
                "",
                Exclusivity.UNSPECIFIED,
                List.of(core),
                Optional.of("s"),
                Optional.empty());
        var spec =
                new Jobspec(1, List.of(Resource.slot("slot", Count.exactly(1), socket)), List.of(), Attributes.none());
        var a = (MatchResult.Allocated) new Matcher(s, MatchPolicy.FIRST).match(spec, MatchOperation.ALLOCATE, 0);
        assertThat(a.selection().label(0)).isEqualTo("c");
        assertThat(a.selection().label(1)).isEqualTo("s");
    }

    private static Schedule dag() throws Exception {
        Subgraph tree = Graphs.subgraph("cluster { 1 node { 1 gpu }, 1 node { 1 core } }");
        var edges = new ArrayList<>(tree.edges());
        int gpu = -1;
        int node1 = -1;
        for (int i = 0; i < tree.vertices().size(); i++) {
            String path = tree.vertices().get(i).path();
            gpu = path.equals("/cluster0/node0/gpu0") ? i : gpu;
            node1 = path.equals("/cluster0/node1") ? i : node1;
        }
        edges.add(new SubgraphEdge(node1, gpu, Subsystem.CONTAINMENT));
        return new Schedule(
                ResourceGraph.of(new Subgraph(tree.vertices(), edges)), PruneFilters.DEFAULT, Graphs.HORIZON);
    }

    @Test
    void aVertexWithTwoParentsCanBeBookedThroughEither() throws Exception {
        Schedule s = dag();
        allocate(s, "first", "1 slot { 1 node { 1 gpu, 1 core } }");
        s.checkInvariants();
    }

    @Test
    void whatIsProposedCanBeBookedAlsoInADag() throws Exception {
        Schedule s = dag();
        allocate(s, "first", "1 slot { 1 node { 1 gpu, 1 core } }");
        var second = match(s, "first", "1 node!", MatchOperation.ALLOCATE, 0);
        if (second instanceof MatchResult.Allocated a) {
            assertThatCode(() -> s.commit(new JobId(2), BookingKind.ALLOCATION, a.window(), a.selection()))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void aJobLongerThanTheHorizonIsAnsweredTheSameByAllOperations() throws Exception {
        Schedule s = Graphs.schedule(TINY);
        assertThat(match(s, "low", "1 core! for 2000000", MatchOperation.SATISFIABILITY, 0))
                .isInstanceOf(MatchResult.Unsatisfiable.class);
        assertThat(match(s, "low", "1 core! for 2000000", MatchOperation.SATISFIABILITY, 0)
                        .toString())
                .doesNotContain("shared resources only")
                .containsPattern("duration in seconds: 2000000 needed, \\d+ planned here");
    }

    @Test
    void aJobLongerThanTheHorizonIsNotAllocated() throws Exception {
        Schedule s = Graphs.schedule(TINY);
        assertThat(match(s, "low", "1 core! for 2000000", MatchOperation.ALLOCATE_WITH_SATISFIABILITY, 0))
                .isNotInstanceOf(MatchResult.Allocated.class);
    }

    @Test
    void aRefusedExtendChangesNothing() throws Exception {
        Schedule s = Graphs.schedule(TINY);
        JobId job = allocate(s, "low", "1 slot { 1 node { 1 socket } }");
        var free = Graphs.schedule(TINY);
        var whole = ((MatchResult.Allocated) match(free, "low", "1 slot { 1 node! }", MatchOperation.ALLOCATE, 0))
                .selection();
        try {
            s.extend(job, whole);
        } catch (IllegalStateException e) {
            // as documented
        }
        s.checkInvariants();
    }

    @Test
    void aPartlyTakenPoolIsNotAWholeSubtree() throws Exception {
        Schedule s = Graphs.schedule("cluster { 1 node { 1 memory:4 } }");
        ResourceGraph g = s.graph();
        int cluster = g.root();
        int node = g.find("/cluster0/node0");
        int memory = g.find("/cluster0/node0/memory0");
        Selection half = new Selection.Builder()
                .add(memory, 2, true, 3, g.firstIn(memory))
                .add(node, 1, true, 2, g.firstIn(node))
                .add(cluster, 1, false, 1, -1)
                .build();
        s.commit(new JobId(1), BookingKind.ALLOCATION, new TimeWindow(0, 10), half);
        Selection held = s.holdings().selection(new JobId(1));
        assertThat(held.amount(0)).isEqualTo(2);
    }

    @Test
    void anEmptiedJobOnAnEmptiedGraphHoldsNothing() throws Exception {
        Schedule s = Graphs.schedule(TINY);
        JobId job = allocate(s, "low", "1 slot { 1 node! }");
        s.release(job, new int[] {s.graph().root()});
        s.detach(new int[] {s.graph().root()});
        assertThat(s.holdings().selection(job).size()).isZero();
    }

    @Test
    void aWholeHeldNodeSinksBelowAPartlyUsedOne() throws Exception {
        Schedule s = Graphs.schedule("cluster { 3 node { 4 core } }");
        allocate(s, "first", "1 node { 1 slot { 1 core } }");
        allocate(s, "first", "1 slot { 1 node! }");
        var order = new ArrayList<String>();
        s.childOrder()
                .of(s.graph().root())
                .forEachRemaining((int e) -> order.add(s.graph().name(s.graph().target(e))));
        assertThat(order).containsExactly("node0", "node2", "node1");
    }

    @Test
    void detachingOneOfTwoParentsLeavesTheOtherExplorable() throws Exception {
        Schedule s = dag();
        match(s, "first", "1 slot { 1 node { 1 gpu, 1 core } }", MatchOperation.ALLOCATE, 0);
        s.detach(new int[] {s.graph().find("/cluster0/node0")});
        assertThatCode(() -> match(s, "first", "1 slot { 1 node { 1 core } }", MatchOperation.ALLOCATE, 0))
                .doesNotThrowAnyException();
        s.childOrder()
                .of(s.graph().find("/cluster0/node1"))
                .forEachRemaining((int e) ->
                        assertThat(s.graph().contains(s.graph().target(e))).isTrue());
    }

    @Test
    void aSlotWithNothingInItIsRefused() {
        var slot = Resource.slot("s", new Count(1, 20_000_000, Count.Operator.ADD, 1));
        var jobspec = new Jobspec(1, List.of(slot), List.of(), Attributes.none());
        assertThatThrownBy(() -> new Matcher(Graphs.schedule(TINY), MatchPolicy.FIRST)
                        .match(jobspec, MatchOperation.ALLOCATE, 0))
                .isInstanceOf(JobspecException.class)
                .hasMessage("The slot 's' has nothing in it.");
    }
}
