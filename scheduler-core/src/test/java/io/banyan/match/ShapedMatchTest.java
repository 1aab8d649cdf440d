package io.banyan.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.jobspec.JobspecException;
import io.banyan.mapping.NodeCalendar;
import io.banyan.mapping.PartitionRule;
import io.banyan.mapping.PartitionShape;
import io.banyan.mapping.ShapeRequest;
import io.banyan.mapping.ShapeResult;
import io.banyan.mapping.ShapeSearch;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import io.banyan.topology.Grid;
import io.banyan.topology.NetworkGraph;
import io.banyan.topology.NetworkMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Matches whose nodes are chosen by the shape that they make on a network. */
class ShapedMatchTest {
    private static Schedule grid(int width, int height) {
        ResourceGraph graph = Graphs.graph("cluster { " + width * height + " node { 2 core } }");
        NetworkMap.write(graph, graph.root(), Grid.of(width, height));
        return new Schedule(graph, PruneFilters.DEFAULT, Graphs.HORIZON);
    }

    private static MatchResult match(Schedule schedule, String policy, String request, MatchOperation operation)
            throws JobspecException {
        return new Matcher(schedule, MatchPolicy.parse(policy)).match(Jobs.jobspec(request), operation, 0);
    }

    private static List<Integer> nodes(Schedule schedule, Selection selection) {
        NetworkMap network = NetworkMap.of(schedule.graph()).orElseThrow();
        var nodes = new TreeSet<Integer>();
        for (int i = 0; i < selection.size(); i++) {
            if (network.node(selection.vertex(i)) >= 0) {
                nodes.add(network.node(selection.vertex(i)));
            }
        }
        return List.copyOf(nodes);
    }

    private static void drain(Schedule schedule, int node) {
        NetworkMap network = NetworkMap.of(schedule.graph()).orElseThrow();
        schedule.setStatus(network.vertex(node), Status.DRAINED);
    }

    /** Bookings equal those of the search over a calendar of nodes. */
    @ParameterizedTest
    @EnumSource(PartitionRule.class)
    void bookingsAreThoseOfTheKernel(PartitionRule rule) throws Exception {
        long seed = rule.word().hashCode();
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            int width = 2 + random.nextInt(5);
            int height = 1 + random.nextInt(5);
            Schedule schedule = grid(width, height);
            var matcher = new Matcher(schedule, MatchPolicy.parse(rule.word()));
            var calendar = new NodeCalendar(width * height);
            for (int job = 1; job <= 40; job++) {
                int count = 1 + random.nextInt(width * height);
                long durationSec = 10L * (1 + random.nextInt(9));
                matcher.placing(new JobId(job));
                var request = new ShapeRequest(count, 0, durationSec, 100_000);
                PartitionShape shape = rule.shape(Grid.of(width, height), job);
                ShapeResult expected = ShapeSearch.find(shape, request, calendar, new PartitionShape.SearchWork());
                String text =
                        (random.nextBoolean() ? count + " node { 1 slot { 2 core } }" : count + " slot { 1 node! }")
                                + " for " + durationSec;
                MatchResult result = matcher.match(Jobs.jobspec(text), MatchOperation.ALLOCATE_ORELSE_RESERVE, 0);
                String context = "seed " + seed + ", round " + round + ", job " + job + ": " + text;
                TimeWindow window;
                Selection selection;
                if (result instanceof MatchResult.Allocated allocated) {
                    window = allocated.window();
                    selection = allocated.selection();
                } else {
                    window = ((MatchResult.Reserved) result).window();
                    selection = ((MatchResult.Reserved) result).selection();
                }
                ShapeResult.Placed placed = (ShapeResult.Placed) expected;
                assertThat(window).as(context).isEqualTo(placed.window());
                assertThat(nodes(schedule, selection))
                        .as(context)
                        .isEqualTo(List.copyOf(new TreeSet<>(placed.nodes())));
                calendar.book(placed.nodes(), window);
                schedule.commit(new JobId(job), BookingKind.RESERVATION, window, selection);
                schedule.checkInvariants();
            }
        }
    }

    @Test
    void aRefusalSaysHowManyNodesMakeTheShape() throws Exception {
        Schedule schedule = grid(4, 1);
        drain(schedule, 2);
        MatchResult result = match(schedule, "hilbert", "3 node { 1 slot { 1 core } }", MatchOperation.ALLOCATE);
        assertThat(((MatchResult.Busy) result).reasons())
                .extracting(Reason::toString)
                .containsExactly(
                        "node: 3 needed, 2 free nodes that follow each other on the curve (1 drained or down)");
    }

    @Test
    void aRangeTakesTheLargestPartitionThatItPermits() throws Exception {
        Schedule schedule = grid(5, 1);
        drain(schedule, 3);
        var allocated = (MatchResult.Allocated)
                match(schedule, "manhattan-median", "2-4 node { 1 slot { 1 core } }", MatchOperation.ALLOCATE);
        assertThat(nodes(schedule, allocated.selection())).containsExactly(0, 1, 2);
    }

    @Test
    void aGraphWithoutTopologyIsRefused() throws Exception {
        Schedule schedule = Graphs.schedule("cluster { 4 node { 2 core } }");
        var result = (MatchResult.Unsatisfiable)
                match(schedule, "hilbert", "2 node { 1 slot { 1 core } }", MatchOperation.SATISFIABILITY);
        assertThat(result.reasons())
                .extracting(Reason::toString)
                .containsExactly("the match policy 'hilbert' requires a topology: no vertex of the graph has the "
                        + "property 'topology', such as 'grid 16x8'");
    }

    @Test
    void aTopologyThatIsRemovedLeavesNoMatch() throws Exception {
        Schedule schedule = grid(2, 2);
        var matcher = new Matcher(schedule, MatchPolicy.parse("hilbert"));
        var jobspec = Jobs.jobspec("2 node { 1 slot { 1 core } }");
        assertThat(matcher.match(jobspec, MatchOperation.ALLOCATE, 0)).isInstanceOf(MatchResult.Allocated.class);
        schedule.graph().setProperty(schedule.graph().root(), NetworkMap.TOPOLOGY, "grid 1x1");
        assertThat(matcher.find(jobspec, MatchOperation.ALLOCATE, 0)).isInstanceOf(MatchResult.Unsatisfiable.class);
        assertThat(matcher.findAt(jobspec, 5)).isInstanceOf(MatchResult.Unsatisfiable.class);
        schedule.graph().setProperty(schedule.graph().root(), NetworkMap.TOPOLOGY, "grid 2x2");
        assertThat(matcher.find(jobspec, MatchOperation.ALLOCATE, 0)).isInstanceOf(MatchResult.Allocated.class);
    }

    @Test
    void aRequestThatIsNotForNodesIsRefusedInOneSentence() {
        Schedule schedule = grid(2, 2);
        for (String request : List.of("4 core", "1 slot { 2 core }", "2 rack { 1 node { 1 slot { 1 core } } }")) {
            assertThatThrownBy(() -> match(schedule, "hilbert", request, MatchOperation.ALLOCATE))
                    .isInstanceOf(JobspecException.class)
                    .hasMessageStartingWith(
                            "the match policy 'hilbert' chooses nodes by shape, so the request must be");
        }
    }

    private static List<String> visits(ResourceGraph graph, String policy) throws Exception {
        var schedule = new Schedule(graph, PruneFilters.DEFAULT, Graphs.HORIZON);
        var matcher = new Matcher(schedule, MatchPolicy.parse(policy));
        List<String> visits = new ArrayList<>();
        for (int job = 1; job <= 6; job++) {
            MatchResult result =
                    matcher.match(Jobs.jobspec("2 node { 1 slot { 2 core } } for 10"), MatchOperation.ALLOCATE, 0);
            visits.add(matcher.visits().preorder() + "/" + matcher.visits().postorder());
            if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
                schedule.commit(new JobId(job), BookingKind.ALLOCATION, window, selection);
            }
        }
        return visits;
    }

    /** The links are edges of another subsystem, which a match does not follow. */
    @ParameterizedTest
    @ValueSource(strings = {"low", "first", "locality"})
    void theLinksOfANetworkCostAMatchNoVisits(String policy) throws Exception {
        int[][] links = {{0, 10}, {1, 10}, {2, 10}, {3, 10}, {4, 10}, {5, 11}, {6, 11}, {7, 11}, {8, 11}, {9, 11}};
        ResourceGraph linked = ResourceGraph.of(NetworkGraph.subgraph(NetworkGraph.text(10, 2, links)));
        assertThat(visits(linked, policy))
                .isEqualTo(visits(Graphs.graph("cluster { 10 node { 2 core } }"), policy))
                .hasSize(6);
    }
}
