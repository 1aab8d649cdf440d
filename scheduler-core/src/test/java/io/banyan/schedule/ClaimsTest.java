package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Powered;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.RExecution;
import io.banyan.graph.io.RReader;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.Subsystem;
import io.banyan.rset.IdSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Resources that a job was given before, taken again and given back in parts, on a rack of two nodes of two sockets.
 */
class ClaimsTest {
    private static final JobId JOB = new JobId(7);
    private static final TimeWindow WINDOW = new TimeWindow(10, 20);

    private final Schedule schedule = Graphs.schedule("cluster { 1 rack { 2 node { 2 socket { 2 core:1 } } } }");
    private final ResourceGraph graph = schedule.graph();

    /** The vertices of these paths below the cluster, with the exclusive ones marked. */
    private Subgraph part(Set<String> exclusive, String... paths) {
        return new Subgraph(
                List.of(paths).stream()
                        .map(path -> graph.vertex(vertex(path)).withExclusive(exclusive.contains(path)))
                        .toList(),
                List.of());
    }

    private int vertex(String path) {
        return graph.find("/cluster0" + path);
    }

    private static Subgraph changed(Subgraph part, UnaryOperator<SubgraphVertex> change) {
        return new Subgraph(part.vertices().stream().map(change).toList(), part.edges());
    }

    private List<String> paths(Selection selection) {
        return IntStream.range(0, selection.size())
                .mapToObj(i -> (selection.exclusive(i) ? "x" : "s")
                        + graph.path(selection.vertex(i)).replace("/cluster0", ""))
                .toList();
    }

    private void commit(Selection selection) {
        schedule.commit(JOB, BookingKind.ALLOCATION, WINDOW, selection);
        schedule.checkInvariants();
    }

    private static RExecution ranks(String lite) throws GraphException, IOException {
        String text = "{\"version\": 1, \"execution\": {\"R_lite\": [" + lite + "], \"nodelist\": [\"node[0-1]\"]}}";
        return RReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "R");
    }

    private static void refused(ThrowingCallable call, String why) {
        assertThatExceptionOfType(GraphException.class).isThrownBy(call).withMessage(why);
    }

    @Test
    void takesWhatJgfListsAndTheWayThere() throws GraphException {
        Selection claimed = Claims.ofSubgraph(
                schedule, part(Set.of("/rack0/node1/socket0/core1"), "/rack0/node1/socket0/core1", ""));
        assertThat(paths(claimed))
                .containsExactly(
                        "x/rack0/node1/socket0/core1", "s/rack0/node1/socket0", "s/rack0/node1", "s/rack0", "s");
        commit(claimed);
        int core = vertex("/rack0/node1/socket0/core1");
        assertThat(schedule.holdings().holders(core)).containsExactly(JOB);
        assertThat(schedule.holdings().isCovered(core, 15)).isTrue();
        assertThat(schedule.holdings().isCovered(core, 25)).isFalse();
    }

    @Test
    void anExclusiveVertexStandsForAllBelowItInShorthandOnly() throws GraphException {
        Subgraph node = part(Set.of("/rack0/node0"), "/rack0/node0", "/rack0", "");
        assertThat(Claims.ofSubgraph(schedule, node).size()).isEqualTo(3);
        assertThat(Claims.ofShorthand(schedule, node).size()).isEqualTo(3 + 2 + 4);
    }

    @Test
    void refusesWhatTheGraphDoesNotHave() {
        Subgraph node = part(Set.of("/rack0/node0"), "/rack0/node0", "");
        refused(
                () -> Claims.ofSubgraph(schedule, changed(node, v -> v.withRank(5))),
                "/cluster0/rack0/node0 has the rank 0 in the graph, not 5 in the resources.");
        refused(
                () -> Claims.ofSubgraph(schedule, part(Set.of("/rack0/node0"), "/rack0/node0")),
                "The resources do not contain the root of the graph.");
        refused(
                () -> Claims.ofSubgraph(schedule, part(Set.of(), "/rack0/node0", "")),
                "None of the resources is exclusive, so there is nothing to hold.");
        schedule.detach(new int[] {vertex("/rack0/node0")});
        refused(() -> Claims.ofShorthand(schedule, node), "There is no vertex /cluster0/rack0/node0 in the graph.");
    }

    @Test
    void refusesAVertexWhosePathsAreThoseOfSeveral() {
        Schedule powered = Powered.schedule("cluster { 2 node { 2 core } }", 100, new long[] {50}, 0, 0);
        var paths = new LinkedHashMap<Subsystem, String>();
        paths.put(Subsystem.CONTAINMENT, "/cluster0/node0");
        paths.put(Powered.POWER, "/powerpanel0/pdu0/node1");
        SubgraphVertex both = powered.graph()
                .vertex(powered.graph().find("/cluster0/node1"))
                .withIds("7", 7)
                .withPaths(paths)
                .withExclusive(true);
        refused(
                () -> Claims.ofSubgraph(powered, new Subgraph(List.of(both), List.of())),
                "The paths of the vertex with id 7 belong to different vertices of the graph: "
                        + "/cluster0/node0 and /powerpanel0/pdu0/node1.");
    }

    /** Node0 and node1 have power from unit 0, node2 has none. */
    @Test
    void takesWhatWasGivenByAnotherSubsystem() throws Exception {
        Schedule power = powerFirst();
        ResourceGraph shape = power.graph();
        assertThat(heldIn(power, Claims.ofSubgraph(power, ofContainment(shape, "node0", "node0/core0", "node0/core1"))))
                .containsExactly("/powerpanel0/pdu0/node0");
        // A core is not reached by power: its node is kept from others.
        Selection core = Claims.ofSubgraph(power, ofContainment(shape, "node1/core0"));
        assertThat(heldIn(power, core)).containsExactly("/powerpanel0/pdu0/node1");
        power.commit(JOB, BookingKind.ALLOCATION, WINDOW, core);
        power.checkInvariants();
        assertThat(heldIn(power, Claims.ofRanks(power, ranks("{\"rank\": \"0-1\", \"children\": {\"core\": \"1\"}}"))))
                .containsExactly("/powerpanel0/pdu0/node0", "/powerpanel0/pdu0/node1");
        refused(
                () -> Claims.ofSubgraph(power, ofContainment(shape, "node2/core0")),
                "None of the resources is exclusive and in the subsystem power, so there is nothing to hold.");
    }

    @Test
    void givesBackAPartThatOnlyAnotherSubsystemHas() throws GraphException {
        Schedule power = powerFirst();
        ResourceGraph shape = power.graph();
        var vertices = new ArrayList<SubgraphVertex>();
        for (String path : List.of("/powerpanel0", "/powerpanel0/pdu0")) {
            vertices.add(shape.vertex(shape.find(path, Powered.POWER)).withExclusive(path.endsWith("pdu0")));
        }
        var part = new Subgraph(vertices, List.of());
        power.commit(JOB, BookingKind.ALLOCATION, WINDOW, Claims.ofSubgraph(power, part));
        assertThat(PartialRelease.ofSubgraph(power, JOB, part).free()).isFalse();
        power.checkInvariants();
    }

    /** And back: a unit that only power has is nothing that a walk over containment comes to. */
    @Test
    void takesInContainmentWhatWasGivenByPower() throws GraphException {
        Schedule plain = Powered.schedule("cluster { 2 node { 2 core } }", 100, new long[] {50}, 0, 0);
        var vertices = new ArrayList<SubgraphVertex>();
        for (String path : List.of("/powerpanel0", "/powerpanel0/pdu0", "/powerpanel0/pdu0/node1")) {
            vertices.add(plain.graph()
                    .vertex(plain.graph().find(path, Powered.POWER))
                    .withPaths(Map.of(Powered.POWER, path))
                    .withExclusive(!path.equals("/powerpanel0")));
        }
        Selection selection = Claims.ofSubgraph(plain, new Subgraph(vertices, List.of()));
        assertThat(IntStream.range(0, selection.size())
                        .filter(selection::exclusive)
                        .mapToObj(i -> plain.graph().path(selection.vertex(i))))
                .containsExactly("/cluster0/node1");
    }

    private static Schedule powerFirst() throws GraphException {
        Subgraph graph = Powered.subgraph("cluster { 3 node { 2 core } }", 100, new long[] {50}, 0, 0);
        return new Schedule(
                ResourceGraph.of(graph),
                PruneFilters.DEFAULT,
                Graphs.HORIZON,
                new MatchSubsystems(Powered.POWER, List.of()));
    }

    /** The cluster as shared and these below it as exclusive, as a match by containment writes them. */
    private static Subgraph ofContainment(ResourceGraph graph, String... exclusive) {
        var vertices = new ArrayList<SubgraphVertex>();
        vertices.add(graph.vertex(graph.root()));
        for (String path : exclusive) {
            vertices.add(graph.vertex(graph.find("/cluster0/" + path)).withExclusive(true));
        }
        return new Subgraph(vertices, List.of());
    }

    private static List<String> heldIn(Schedule schedule, Selection selection) {
        return IntStream.range(0, selection.size())
                .filter(selection::exclusive)
                .mapToObj(i -> schedule.graph()
                        .path(selection.vertex(i), Powered.POWER)
                        .orElseThrow())
                .toList();
    }

    @Test
    void refusesWhatIsHeldAndChangesNothing() throws GraphException {
        Selection socket =
                Claims.ofShorthand(schedule, part(Set.of("/rack0/node0/socket0"), "/rack0/node0/socket0", ""));
        commit(socket);
        Selection node = Claims.ofShorthand(schedule, part(Set.of("/rack0/node0"), "/rack0/node0", ""));
        assertThatIllegalStateException()
                .isThrownBy(() -> schedule.commit(new JobId(8), BookingKind.ALLOCATION, WINDOW, node))
                .withMessageEndingWith("is not free for job 8.");
        schedule.checkInvariants();
        assertThat(schedule.holdings().booking(new JobId(8))).isEmpty();
    }

    @Test
    void takesRanksAndTheNodeWhereAllOfItIsListed() throws Exception {
        ResourceGraph flat = ranks("{\"rank\": \"0-1\", \"children\": {\"core\": \"0-1\", \"gpu\": \"0\"}}")
                .toGraph();
        var free = new Schedule(flat, PruneFilters.DEFAULT, Graphs.HORIZON);
        Selection all = Claims.ofRanks(
                free,
                ranks("{\"rank\": \"1\", \"children\": {\"core\": \"0-1\", \"gpu\": \"0\"}}"
                        .replace("\"1\", \"chil", "\"0\", \"chil")));
        assertThat(all.size()).isEqualTo(5);
        assertThat(all.exclusive(3)).isTrue();
        Selection some = Claims.ofRanks(free, ranks("{\"rank\": \"0\", \"children\": {\"core\": \"0-1\"}}"));
        assertThat(some.exclusive(2)).isFalse();
        refused(
                () -> Claims.ofRanks(free, ranks("{\"rank\": \"0\", \"children\": {\"core\": \"0-2\"}}")),
                "/cluster0/node0 has no core with the id 2.");
        refused(
                () -> Claims.ofRanks(free, ranks("{\"rank\": \"0\", \"children\": {\"asic\": \"0\"}}")),
                "/cluster0/node0 has no asic with the id 0.");
        refused(
                () -> Claims.ofRanks(free, ranks("{\"rank\": \"5\", \"children\": {\"core\": \"0\"}}")),
                "The graph has 0 places where rank 5 begins; expected one.");
        refused(
                () -> Claims.ofRanks(free, ranks("{\"rank\": \"1\", \"children\": {\"core\": \"0\"}}")),
                "/cluster0/node1 has the name node1 in the graph, not node0 in the resources.");
    }

    @Test
    void refusesIdsThatRanksCannotTellApart() {
        refused(
                () -> Claims.ofRanks(schedule, ranks("{\"rank\": \"0\", \"children\": {\"core\": \"1\"}}")),
                "/cluster0/rack0/node0 has more than one core with the id 1.");
    }

    @Test
    void freesAPartThatJgfListsWhileTheAncestorsKeepTheirMark() throws GraphException {
        commit(Claims.ofShorthand(
                schedule, part(Set.of("/rack0/node0", "/rack0/node1"), "/rack0/node0", "/rack0/node1", "")));
        Subgraph node = part(Set.of("/rack0/node0"), "/rack0/node0", "/rack0", "");
        PartialRelease release = PartialRelease.ofShorthand(schedule, JOB, node);
        assertThat(release.vertices()).containsExactly(vertex("/rack0/node0"));
        assertThat(release.free()).isTrue();
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("core")).isEqualTo(4);
        assertThat(schedule.holdings()
                        .isFree(WINDOW, Claims.ofSubgraph(schedule, part(Set.of("/rack0"), "/rack0", ""))))
                .isFalse();
    }

    @Test
    void freesSingleVerticesOfASharedNode() throws GraphException {
        String core = "/rack0/node0/socket0/core0";
        String other = "/rack0/node0/socket0/core1";
        commit(Claims.ofSubgraph(schedule, part(Set.of(core, other), core, other, "")));
        schedule.commit(
                new JobId(8),
                BookingKind.ALLOCATION,
                WINDOW,
                Claims.ofSubgraph(
                        schedule, part(Set.of("/rack0/node0/socket1/core0"), "/rack0/node0/socket1/core0", "")));
        Subgraph part = part(Set.of(core), core, "/rack0/node0/socket0", "/rack0/node0", "/rack0", "");
        assertThat(PartialRelease.ofSubgraph(schedule, JOB, part).free()).isTrue();
        schedule.checkInvariants();
        assertThat(schedule.holdings().holders(vertex(core))).isEmpty();
        assertThat(schedule.holdings().holders(vertex(other))).containsExactly(JOB);
        assertThat(schedule.holdings().booking(new JobId(8))).isPresent();
    }

    @Test
    void takesAllThatIsListedWhereNothingIsMarkedAsExclusive() throws GraphException {
        commit(Claims.ofShorthand(schedule, part(Set.of("/rack0/node0"), "/rack0/node0", "")));
        Subgraph part = part(Set.of(), "/rack0/node0/socket0/core0", "/rack0/node0/socket0", "/rack0");
        assertThat(PartialRelease.ofSubgraph(schedule, JOB, part).free()).isTrue();
        schedule.checkInvariants();
        assertThat(schedule.holdings().holders(vertex("/rack0/node0/socket0"))).isEmpty();
        assertThat(schedule.holdings().holders(vertex("/rack0/node0/socket0/core1")))
                .containsExactly(JOB);
    }

    @Test
    void freesAllOrNothing() throws GraphException {
        commit(Claims.ofShorthand(schedule, part(Set.of("/rack0/node0"), "/rack0/node0", "")));
        refused(
                () -> PartialRelease.ofSubgraph(
                        schedule, JOB, part(Set.of("/rack0/node0", "/rack0/node1"), "/rack0/node0", "/rack0/node1")),
                "Job 7 does not hold /cluster0/rack0/node1.");
        refused(
                () -> PartialRelease.ofSubgraph(schedule, JOB, part(Set.of(), "/rack0/node1", "/rack0")),
                "Job 7 holds none of these resources.");
        refused(() -> PartialRelease.ofRanks(schedule, JOB, IdSet.of(1)), "Job 7 holds none of these resources.");
        refused(() -> PartialRelease.ofRanks(schedule, JOB, IdSet.of(0, 2)), "No vertex of the graph has the rank 2.");
        assertThat(schedule.holdings().free("core")).isEqualTo(4);
        assertThat(PartialRelease.ofRanks(schedule, JOB, IdSet.of(0, 1)).free()).isFalse();
        schedule.checkInvariants();
        assertThat(schedule.holdings().free("core")).isEqualTo(8);
    }
}
