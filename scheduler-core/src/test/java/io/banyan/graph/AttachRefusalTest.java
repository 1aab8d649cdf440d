package io.banyan.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.fixture.Graphs;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each subgraph brings a good vertex before the bad one: afterwards the graph must be as it was. */
class AttachRefusalTest {
    private static final Subsystem POWER = new Subsystem("power");

    private final ResourceGraph graph = Graphs.graph("cluster { 2 node { 2 core } }");
    private final Subgraph before = graph.toSubgraph();
    private final List<SubgraphVertex> vertices = new ArrayList<>();
    private final List<SubgraphEdge> edges = new ArrayList<>();

    AttachRefusalTest() {
        add("a", "cluster", 0, "/cluster0");
        add("b", "node", 8, "/cluster0/node8");
        edge(0, 1);
    }

    @AfterEach
    void nothingChanged() {
        assertThat(graph.toSubgraph()).isEqualTo(before);
        graph.checkInvariants();
    }

    @Test
    void aVertexWithoutParent() {
        add("c", "node", 9, "/cluster0/node9");
        refused("/cluster0/node9 has no parent in the subsystem containment and is not its root.");
    }

    @Test
    void theFirstOfSeveralVerticesWithoutParent() {
        // So many that a hash table of their positions would have the second one first.
        for (String node : List.of("node0", "node1")) {
            add(node, "node", 0, "/cluster0/" + node);
            add(node + "-0", "core", 0, "/cluster0/" + node + "/core0");
            add(node + "-1", "core", 1, "/cluster0/" + node + "/core1");
        }
        add("c", "core", 1, "/cluster0/nowhere/core1");
        for (int i = 10; i < 18; i++) {
            add("n" + i, "node", i, "/cluster0/node" + i);
            edge(0, vertices.size() - 1);
        }
        add("d", "core", 2, "/cluster0/nowhere/core2");
        refused("/cluster0/nowhere/core1 has no parent in the subsystem containment and is not its root.");
    }

    @Test
    void aVertexBelowAnotherThanItsPathSays() {
        add("c", "core", 0, "/cluster0/node7/core0");
        edge(1, 2);
        refused(
                "The path /cluster0/node7/core0 does not match the path of its parent, /cluster0/node8; a path must consist of the parent's path, a slash and a name.");
    }

    @Test
    void aPathThatOccursTwice() {
        add("c", "node", 8, "/cluster0/node8");
        edge(0, 2);
        refused("Two vertices (ids b and c) have the same path /cluster0/node8.");
    }

    @Test
    void aSecondRoot() {
        add("c", "cluster", 1, "/cluster1");
        refused("There are two roots of the subsystem containment: /cluster0 and /cluster1; a single one is expected.");
    }

    @Test
    void anExistingVertexOfAnotherType() {
        add("c", "rack", 0, "/cluster0/node0");
        edge(0, 2);
        refused("/cluster0/node0 exists and is a node, not a rack.");
    }

    @Test
    void aSizeOfNothing() {
        vertices.set(1, vertices.get(1).withSize(0, ""));
        refused("/cluster0/node8 has size 0; expected at least 1.");
    }

    @Test
    void aRankThatIsNone() {
        vertices.set(1, vertices.get(1).withRank(-2));
        refused("/cluster0/node8 has rank -2; expected a rank of 0 or more, or -1 for none.");
    }

    @Test
    void aPathThatIsNone() {
        vertices.set(1, vertices.get(1).withPaths(Map.of(Subsystem.CONTAINMENT, "/cluster0//node8")));
        refused("The path '/cluster0//node8' of the vertex with id b is malformed; expected '/name/name...'.");
    }

    @Test
    void aVertexWithoutAnyPath() {
        vertices.set(1, vertices.get(1).withPaths(Map.of()));
        refused("The vertex with id b has no path.");
    }

    @Test
    void anEdgeInASubsystemThatItsEndsAreNotIn() {
        edges.add(new SubgraphEdge(0, 1, POWER));
        refused("/cluster0 has an edge in the subsystem power but no path in it.");
    }

    @Test
    void anEdgeToTheRoot() {
        edge(1, 0);
        refused("An edge leads from /cluster0/node8 to /cluster0, which is the root.");
    }

    @Test
    void anEdgeToItself() {
        edge(1, 1);
        refused("An edge leads from /cluster0/node8 to /cluster0/node8, which is the same vertex.");
    }

    @Test
    void aCycle() {
        add("c", "socket", 0, "/cluster0/node8/socket0");
        add("d", "core", 0, "/cluster0/node8/socket0/core0");
        edge(1, 2);
        edge(2, 3);
        edge(3, 2);
        edge(3, 1);
        assertThatExceptionOfType(GraphException.class).isThrownBy(this::attach).withMessageContaining("form a cycle");
    }

    @Test
    void aCycleThroughWhatExists() {
        add("c", "node", 0, "/cluster0/node0");
        add("d", "core", 0, "/cluster0/node0/core0");
        add("e", "socket", 0, "/cluster0/node0/core0/socket0");
        edge(0, 2);
        edge(2, 3);
        edge(3, 4);
        edge(4, 2);
        assertThatExceptionOfType(GraphException.class).isThrownBy(this::attach).withMessageContaining("form a cycle");
    }

    @Test
    void aVertexWithTwoNamesInItsPaths() {
        vertices.set(
                1, vertices.get(1).withPaths(Map.of(Subsystem.CONTAINMENT, "/cluster0/node8", POWER, "/panel0/node9")));
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(this::attach)
                .withMessageContaining("in one of its paths");
    }

    @Test
    void aWayThatIsTooLong() {
        vertices.set(1, vertices.get(1).withPaths(Map.of(Subsystem.CONTAINMENT, "/a".repeat(257))));
        refused("The path of the vertex with id b has 257 parts; expected 1 to 256.");
    }

    private void add(String id, String type, long number, String path) {
        vertices.add(SubgraphVertex.of(id, new ResourceType(type), number, path));
    }

    private void edge(int source, int target) {
        edges.add(SubgraphEdge.containment(source, target));
    }

    private void refused(String message) {
        assertThatExceptionOfType(GraphException.class).isThrownBy(this::attach).withMessage(message);
    }

    private void attach() throws GraphException {
        graph.attach(new Subgraph(vertices, edges));
    }
}
