package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExplainerTest {

    private static final String TINY = "cluster { 2 rack { 2 node { 2 socket { 4 core, 1 gpu, 1 memory:8 } } } }";
    private long nextJob = 1;

    private static Explanation explain(Schedule schedule, Jobspec jobspec, long nowSec) {
        try {
            return new Explainer(schedule, MatchPolicy.parse("low"), TraverserKind.SIMPLE).explain(jobspec, nowSec);
        } catch (JobspecException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Explanation explain(Schedule schedule, String jobspec) {
        return explain(schedule, Jobs.jobspec(jobspec), 0);
    }

    private JobId book(Schedule schedule, String jobspec, MatchOperation operation) {
        try {
            var job = new JobId(nextJob++);
            switch (new Matcher(schedule, MatchPolicy.parse("low")).match(Jobs.jobspec(jobspec), operation, 0)) {
                case MatchResult.Allocated it ->
                    schedule.commit(job, BookingKind.ALLOCATION, it.window(), it.selection());
                case MatchResult.Reserved it ->
                    schedule.commit(job, BookingKind.RESERVATION, it.window(), it.selection());
                case MatchResult.Matched it -> throw new AssertionError(it);
                case MatchResult.Satisfiable it -> throw new AssertionError(it);
                case MatchResult.Busy it -> throw new AssertionError(it);
                case MatchResult.Unsatisfiable it -> throw new AssertionError(it);
            }
            return job;
        } catch (JobspecException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private JobId allocate(Schedule schedule, String jobspec) {
        return book(schedule, jobspec, MatchOperation.ALLOCATE);
    }

    private static int vertex(Schedule schedule, String path) {
        return schedule.graph().find(path);
    }

    /** {@code node 8 of 16: 3 fit, 5 down, 8 lacking core}. */
    private static String line(Explanation.Level level) {
        String taken = level.taken().stream()
                .map(it -> ", " + it.count() + " " + it.obstacle().label()
                        + (it.about().isEmpty() ? "" : " " + it.about()))
                .collect(Collectors.joining());
        return level.requirement() + " " + level.asked() + " of " + level.candidates() + ": " + level.fits() + " fit"
                + taken;
    }

    private static List<String> lines(List<Explanation.Level> levels) {
        return levels.stream()
                .flatMap(level -> Stream.concat(Stream.of(line(level)), lines(level.below()).stream()))
                .toList();
    }

    @Test
    void saysWhoHasTheNodesAndUntilWhen() {
        Schedule schedule = Graphs.schedule(TINY);
        JobId shorter = allocate(schedule, "1 slot { 1 node } for 60");
        JobId longer = allocate(schedule, "2 slot { 1 node } for 600");

        Explanation explanation = explain(schedule, "2 node! for 100");

        Explanation.Level nodes = explanation.levels().getFirst();
        assertThat(line(nodes)).isEqualTo("node 2 of 4: 1 fit, 3 busy");
        assertThat(nodes.taken().getFirst().holders())
                .isEqualTo(new Explanation.Holders(List.of(shorter, longer), 0, 60, 600));
        assertThat(explanation.start()).isEqualTo(new Explanation.Start.Later(new TimeWindow(60, 160)));
        assertThat(explanation.changes()).containsExactly(new Explanation.Change.Fewer("node", 2, 1));
    }

    @Test
    void namesNoMoreThanFiveOfTheJobsThatAreInTheWay() {
        Schedule schedule = Graphs.schedule(TINY);
        for (int i = 1; i <= 7; i++) {
            allocate(schedule, "1 slot { 1 core } for " + 100 * i);
        }
        Explanation.Level cores = explain(schedule, "32 core! for 10").levels().getFirst();

        assertThat(line(cores)).isEqualTo("core 32 of 32: 25 fit, 7 busy");
        assertThat(cores.taken().getFirst().holders())
                .isEqualTo(new Explanation.Holders(
                        List.of(new JobId(1), new JobId(2), new JobId(3), new JobId(4), new JobId(5)), 2, 100, 700));
    }

    @Test
    void countsWhatIsBelowADownRackAsDown() {
        Schedule schedule = Graphs.schedule(TINY);
        schedule.setStatus(vertex(schedule, "/cluster0/rack0"), Status.DOWN);
        schedule.setStatus(vertex(schedule, "/cluster0/rack1/node2"), Status.DOWN);

        Explanation explanation = explain(schedule, "4 node!");

        Explanation.Level nodes = explanation.levels().getFirst();
        assertThat(line(nodes)).isEqualTo("node 4 of 4: 1 fit, 3 down");
        Explanation.Taken down = nodes.taken().getFirst();
        assertThat(down.inherited()).isEqualTo(2);
        assertThat(down.above()).containsExactly(new Explanation.Above("/cluster0/rack0", 2));
        assertThat(explanation.start()).isInstanceOf(Explanation.Start.Blocked.class);
    }

    @Test
    void namesTheFirstConditionOfTheConstraintThatANodeDoesNotMeet() throws Exception {
        Schedule schedule = withProperties(Map.of("node1", "gpu", "node2", "gpu", "node3", "gpu"));
        Explanation explanation = explain(schedule, jobspec("""
                {"version": 1, "resources": [{"type": "node", "count": 3, "exclusive": true}], "tasks": [],
                 "attributes": {"system": {"duration": 60, "constraints":
                   {"and": [{"properties": ["gpu"]}, {"ranks": ["0-2"]}]}}}}"""), 0);

        assertThat(line(explanation.levels().getFirst()))
                .isEqualTo("node 3 of 4: 2 fit, 1 constraint gpu, 1 constraint ranks 0-2");
        assertThat(explanation.changes())
                .containsExactly(
                        new Explanation.Change.Fewer("node", 3, 2),
                        new Explanation.Change.Without("gpu"),
                        new Explanation.Change.Without("ranks 0-2"));
    }

    @Test
    void putsConditionsIntoWords() throws Exception {
        Jobspec jobspec = jobspec("""
                {"version": 1, "resources": [{"type": "node", "count": 1}], "tasks": [],
                 "attributes": {"system": {"duration": 60, "constraints": {"and": [
                   {"properties": ["gpu", "^slow"]},
                   {"or": [{"hostlist": ["node[1-3]"]}, {"properties": ["a", "b"]}]},
                   {"not": [{"ranks": ["4"]}]},
                   {"not": [{"ranks": ["4"]}, {"properties": ["c"]}]}]}}}}""");
        assertThat(ConstraintConditions.of(jobspec.attributes().constraint()).all().stream()
                        .map(ConstraintConditions::text))
                .containsExactly(
                        "gpu", "not slow", "hostlist node[1-3] or (a and b)", "not ranks 4", "not (ranks 4 and c)");
    }

    @Test
    void tellsTooLittleInAllFromTooLittleFreeNow() {
        Schedule schedule = Graphs.schedule("cluster { node { 2 core }, node { 4 core }, node { 4 core } }");
        JobId job = allocate(schedule, "1 node { 1 slot { 3 core } } for 60");

        Explanation explanation = explain(schedule, "2 node { 1 slot { 4 core } } for 10");

        Explanation.Level nodes = explanation.levels().getFirst();
        assertThat(line(nodes)).isEqualTo("node 2 of 3: 1 fit, 1 too_few_ever core, 1 too_few_free core");
        Explanation.Taken ever = nodes.taken().getFirst();
        assertThat(List.of(ever.needed(), ever.atBest())).containsExactly(4L, 2L);
        Explanation.Taken free = nodes.taken().getLast();
        assertThat(List.of(free.needed(), free.atBest())).containsExactly(4L, 1L);
        assertThat(free.holders()).isEqualTo(new Explanation.Holders(List.of(job), 0, 60, 60));
        assertThat(explanation.changes())
                .containsExactly(
                        new Explanation.Change.Fewer("node", 2, 1),
                        new Explanation.Change.Fewer("node/slot/core", 4, 2));
    }

    @Test
    void saysThatATypeInBetweenMustBeNamed() {
        Explanation explanation = explain(Graphs.schedule(TINY), "1 node { 1 slot { 2 core } }");

        Explanation.Level node = explanation.levels().getFirst();
        assertThat(line(node)).isEqualTo("node 1 of 4: 0 fit, 4 lacking slot");
        assertThat(line(node.below().getFirst())).isEqualTo("node/slot 1 of 8: 0 fit, 8 out_of_place socket");
        assertThat(explanation.start()).isInstanceOf(Explanation.Start.Never.class);
    }

    @Test
    void countsAtEachLevelBelowWhatPassedAtTheLevelAbove() {
        Schedule schedule = Graphs.schedule(TINY);
        schedule.setStatus(vertex(schedule, "/cluster0/rack0/node0"), Status.DOWN);
        schedule.setStatus(vertex(schedule, "/cluster0/rack0/node1/socket0"), Status.DOWN);
        allocate(schedule, "1 socket! for 60");

        Explanation explanation = explain(schedule, "4 node { 2 socket! { 4 core } } for 10");

        Explanation.Level nodes = explanation.levels().getFirst();
        Explanation.Level sockets = nodes.below().getFirst();
        assertThat(line(nodes)).isEqualTo("node 4 of 4: 1 fit, 1 down, 1 too_few_free core, 1 lacking socket");
        assertThat(line(sockets)).isEqualTo("node/socket 2 of 4: 3 fit, 1 down");
        assertThat(line(sockets.below().getFirst())).isEqualTo("node/socket/core 4 of 12: 12 fit");
        assertThat(sockets.best()).isEqualTo(2);
    }

    @Test
    void saysWhichOfTheLevelsBelowIsLacking() {
        Schedule schedule = Graphs.schedule(TINY);
        schedule.setStatus(vertex(schedule, "/cluster0/rack0/node0/socket1"), Status.DOWN);

        Explanation.Level nodes =
                explain(schedule, "4 node { 2 socket! }").levels().getFirst();

        assertThat(line(nodes)).isEqualTo("node 4 of 4: 3 fit, 1 lacking socket");
        assertThat(line(nodes.below().getFirst())).isEqualTo("node/socket 2 of 8: 7 fit, 1 down");
    }

    @Test
    void countsTheSlotsThatCouldBeMade() {
        Schedule schedule = Graphs.schedule(TINY);
        schedule.setStatus(vertex(schedule, "/cluster0/rack0"), Status.DOWN);

        Explanation.Level slots =
                explain(schedule, "9 slot { 2 core, 1 gpu }").levels().getFirst();

        // One slot a socket, for want of GPUs; half of the sockets are in the rack that is down.
        assertThat(line(slots)).isEqualTo("slot 9 of 8: 4 fit, 4 down");
        assertThat(slots.below().stream().map(ExplainerTest::line))
                .containsExactly("slot/core 2 of 16: 16 fit", "slot/gpu 1 of 4: 4 fit");
    }

    @Test
    void countsInUnits() {
        Schedule schedule = Graphs.schedule("cluster { node { 4 core, 2 memory:16 } }");
        JobId job = allocate(schedule, "1 slot { 1 core, 5 memory } for 60");

        Explanation.Level memory = explain(schedule, "1 node { 30 memory } for 10")
                .levels()
                .getFirst()
                .below()
                .getFirst();
        assertThat(line(memory)).isEqualTo("node/memory 30 of 32: 16 fit, 16 busy");
        assertThat(memory.taken().getFirst().holders().jobs()).containsExactly(job);
    }

    @Test
    void countsOfADivisiblePoolWhatCanBeGivenOfIt() {
        Schedule schedule = Graphs.schedule("cluster { node { 4 core, memory:18/4 } }");
        JobId job = allocate(schedule, "1 slot { 1 core, 5 memory } for 60");

        Explanation.Level memory = explain(schedule, "1 slot { 1 core, 10 memory } for 10")
                .levels()
                .getFirst()
                .below()
                .getLast();

        // In parts of 4: the job has 8, 10 are free, of which 8 can be given, and 2 of the 18 never can.
        assertThat(line(memory)).isEqualTo("slot/memory 10 of 16: 8 fit, 8 busy");
        assertThat(memory.taken().getFirst().holders().jobs()).containsExactly(job);
    }

    @Test
    void tellsOfEachRequirementOfALevelWhatItsSiblingsLeaveOfIt() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 4 core } }");
        Explanation explanation = explain(schedule, jobspec("""
                {"version": 1, "tasks": [], "attributes": {"system": {"duration": 60, "banyan": {"extensions": ["siblings"]}}},
                 "resources": [{"type": "slot", "count": 1, "label": "a", "with": [{"type": "node", "count": 1}]},
                               {"type": "slot", "count": 2, "label": "b", "with": [{"type": "node", "count": 1}]}]}"""), 0);

        assertThat(lines(explanation.levels()))
                .containsExactly(
                        "slot[a] 1 of 1: 1 fit",
                        "slot[a]/node 1 of 2: 2 fit",
                        "slot[b] 2 of 2: 1 fit, 1 taken_by_sibling",
                        "slot[b]/node 1 of 2: 2 fit");
        assertThat(explanation.start()).isInstanceOf(Explanation.Start.Never.class);
        assertThat(explanation.changes()).containsExactly(new Explanation.Change.Fewer("slot[b]", 2, 1));
    }

    @Test
    void namesWhatAResourceRequires() throws Exception {
        Schedule schedule = withProperties(Map.of("node1", "gpu"));
        Explanation explanation = explain(schedule, jobspec("""
                {"version": 1, "tasks": [], "attributes": {"system": {"duration": 60}},
                 "resources": [{"type": "node", "count": 2, "exclusive": true, "requires": {"properties": ["gpu"]}}]}"""), 0);

        assertThat(line(explanation.levels().getFirst())).isEqualTo("node 2 of 4: 1 fit, 3 requires gpu");
        assertThat(explanation.changes()).contains(new Explanation.Change.WithoutRequired("node", "gpu"));
    }

    @Test
    void tellsPartlyUsedFromSharedWithAnotherInstance() {
        Schedule schedule = Graphs.schedule(TINY);
        JobId job = allocate(schedule, "1 slot { 1 core } for 60");
        schedule.markShared(new int[] {vertex(schedule, "/cluster0/rack1/node3")});

        Explanation.Level nodes = explain(schedule, "4 node! for 10").levels().getFirst();

        assertThat(line(nodes)).isEqualTo("node 4 of 4: 2 fit, 1 not_exclusive, 1 shared");
        assertThat(nodes.taken().getFirst().holders().jobs()).containsExactly(job);
    }

    @Test
    void proposesAShorterDurationWhereAReservationIsInTheWay() {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 2 core } }");
        allocate(schedule, "1 slot { 1 node } for 100");
        JobId reserved = book(schedule, "2 slot { 1 node } for 100", MatchOperation.ALLOCATE_ORELSE_RESERVE);

        Explanation explanation = explain(schedule, "1 slot { 1 node } for 500");

        assertThat(explanation.changes()).containsExactly(new Explanation.Change.Shorter(500, 100));
        assertThat(explanation.start()).isEqualTo(new Explanation.Start.Later(new TimeWindow(200, 700)));
        Explanation.Taken busy = explanation.levels().getFirst().taken().getFirst();
        assertThat(busy.obstacle()).isEqualTo(Obstacle.TOO_FEW_FREE);
        assertThat(busy.holders().jobs()).contains(reserved);
    }

    @Test
    void bisectsOneCountAtATime() {
        Schedule schedule = Graphs.schedule(TINY);
        schedule.setStatus(vertex(schedule, "/cluster0/rack0/node0"), Status.DOWN);

        assertThat(explain(schedule, "4 node { 2 socket { 1 slot { 3 core } } }")
                        .changes())
                .containsExactly(new Explanation.Change.Fewer("node", 4, 3));
        assertThat(explain(schedule, "2 node { 2 socket { 1 slot { 5 core } } }")
                        .changes())
                .containsExactly(new Explanation.Change.Fewer("node/socket/slot/core", 5, 4));
        assertThat(explain(schedule, "4-8 slot { 1 node }").changes())
                .containsExactly(new Explanation.Change.Fewer("slot", 4, 3));
    }

    @Test
    void triesTheCountsOfARangeBySteps() throws Exception {
        // Of 8 cores, 5 of 5,10 make one slot, 4 of 4,8 two of up to 7, but 3 of 3,6 take 6 and make one.
        Explanation explanation = explain(Graphs.schedule("cluster { 1 node { 8 core } }"), jobspec("""
                {"version": 1, "tasks": [], "attributes": {"system": {"duration": 60}},
                 "resources": [{"type": "slot", "count": 2, "label": "a", "with": [
                   {"type": "core", "count": {"min": 5, "max": 7, "operator": "*", "operand": 2}}]}]}"""), 0);

        assertThat(explanation.changes())
                .containsExactly(
                        new Explanation.Change.Fewer("slot", 2, 1), new Explanation.Change.Fewer("slot/core", 5, 4));
    }

    @Test
    void hasNoCandidatesOfATypeThatTheGraphDoesNotKnow() {
        Explanation explanation = explain(Graphs.schedule(TINY), "1 node { 1 tpu! }");

        assertThat(explanation.start()).isInstanceOf(Explanation.Start.Never.class);
        assertThat(line(explanation.levels().getFirst())).isEqualTo("node 1 of 4: 0 fit, 4 lacking tpu");
        assertThat(line(explanation.levels().getFirst().below().getFirst())).isEqualTo("node/tpu 1 of 0: 0 fit");
        assertThat(explanation.changes()).isEmpty();
    }

    @Test
    void countsForEachOfTheAlternativeSlots() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 2 node { 4 core, 1 gpu } }");
        allocate(schedule, "1 slot { 1 node } for 60");
        Jobspec jobspec = Jobs.jobspec("1 slot { 4 core }, 2 slot { 2 core, 1 gpu } for 10");

        Explanation explanation =
                new Explainer(schedule, MatchPolicy.FIRST, TraverserKind.FLEXIBLE).explain(jobspec, 0);

        assertThat(explanation.levels().stream().map(ExplainerTest::line))
                .containsExactly("slot[1] 2 of 2: 1 fit, 1 busy", "slot[2] 2 of 2: 0 fit, 1 busy, 1 not_needed");
        assertThat(explanation.levels().stream()
                        .flatMap(level -> level.below().stream())
                        .map(ExplainerTest::line))
                .containsExactly(
                        "slot[1]/core 4 of 4: 4 fit", "slot[2]/core 2 of 4: 4 fit", "slot[2]/gpu 1 of 1: 1 fit");
    }

    @Test
    void countsAVertexWithSeveralParentsOnce() throws Exception {
        Subgraph base = Graphs.subgraph("cluster { 2 rack { node { 2 core } } }");
        var edges = new java.util.ArrayList<>(base.edges());
        int rack1 = positionOf(base, "/cluster0/rack1");
        int node0 = positionOf(base, "/cluster0/rack0/node0");
        edges.add(new io.banyan.graph.SubgraphEdge(rack1, node0, io.banyan.resource.Subsystem.CONTAINMENT));
        var schedule = new Schedule(
                ResourceGraph.of(new Subgraph(base.vertices(), edges)), PruneFilters.DEFAULT, Graphs.HORIZON);
        schedule.setStatus(vertex(schedule, "/cluster0/rack0"), Status.DOWN);

        assertThat(line(explain(schedule, "3 node!").levels().getFirst())).isEqualTo("node 3 of 2: 2 fit");
    }

    @Test
    void saysSoWhereNoTimeIsLeftToPlan() {
        Schedule schedule = Graphs.schedule(TINY);
        Explanation explanation = explain(schedule, Jobs.jobspec("1 node!"), Graphs.HORIZON.endSec());

        assertThat(explanation.start()).isInstanceOf(Explanation.Start.Blocked.class);
        assertThat(explanation.levels()).isEmpty();
    }

    @Test
    void refusesAJobspecThatContradictsItselfAsAMatchDoes() {
        assertThatThrownBy(() -> new Explainer(Graphs.schedule(TINY), MatchPolicy.FIRST, TraverserKind.SIMPLE)
                        .explain(Jobs.jobspec("1 slot { 1 node }, 1 slot { 2 node }"), 0))
                .isInstanceOf(JobspecException.class);
    }

    @Test
    void refusesNumbersThatDoNotAddUp() {
        assertThatThrownBy(() -> new Explanation.Level("node", "8", 8, 16, 3, 3, List.of(), List.of()))
                .hasMessage("node has 16 candidates, but 3 are accounted for: []");
    }

    private static int positionOf(Subgraph subgraph, String path) {
        for (int i = 0; i < subgraph.vertices().size(); i++) {
            if (subgraph.vertices().get(i).path().equals(path)) {
                return i;
            }
        }
        throw new IllegalArgumentException(path);
    }

    private static Schedule withProperties(Map<String, String> propertyOfNode) {
        Subgraph bare = Graphs.subgraph(TINY);
        var vertices = bare.vertices().stream()
                .map(v -> {
                    String property =
                            propertyOfNode.get(v.path().substring(v.path().lastIndexOf('/') + 1));
                    return property == null ? v : v.withProperties(Map.of(property, ""));
                })
                .toList();
        try {
            var graph = ResourceGraph.of(new Subgraph(vertices, bare.edges()));
            return new Schedule(graph, PruneFilters.DEFAULT, Graphs.HORIZON);
        } catch (GraphException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Jobspec jobspec(String text) throws JobspecException {
        return JobspecReader.read(text, "the test");
    }
}
