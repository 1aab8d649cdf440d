package io.banyan.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Vertices that share a path, as documents may have them. */
class SharedPathsTest {
    private static final Subsystem POWER = new Subsystem("power");

    private final List<SubgraphVertex> vertices = new ArrayList<>();
    private final List<SubgraphEdge> edges = new ArrayList<>();

    private int vertex(String type, int rank, String path) {
        String id = Integer.toString(vertices.size());
        long number = Long.parseLong(path.substring(path.length() - 1));
        vertices.add(SubgraphVertex.of(id, new ResourceType(type), number, path).withRank(rank));
        return vertices.size() - 1;
    }

    private void edge(int parent, int child) {
        edges.add(new SubgraphEdge(parent, child, Subsystem.CONTAINMENT));
    }

    /** A node with two cores. */
    private int node(int cluster, int rank) {
        int node = vertex("node", rank, "/cluster0/node1");
        edge(cluster, node);
        for (int i = 0; i < 2; i++) {
            edge(node, vertex("core", rank, "/cluster0/node1/core" + i));
        }
        return node;
    }

    private ResourceGraph graph() throws GraphException {
        ResourceGraph graph = ResourceGraph.ofShared(new Subgraph(vertices, edges));
        graph.checkInvariants();
        return graph;
    }

    private static List<Integer> written(ResourceGraph graph, String path) {
        return Arrays.stream(graph.verticesWritten(path)).boxed().toList();
    }

    private static String written(ResourceGraph graph, int v) {
        var text = new StringBuilder();
        graph.appendWrittenPath(text, v, 0);
        return text.toString();
    }

    /**
     * The first keeps the name; each other one finds only the suffix taken that the one before it got: n - 2 in all.
     */
    @Test
    void siblingsOfOneNameDoNotTryTheSuffixesOfAllBefore() {
        int n = 1_000;
        var siblings = new SharedPaths.SiblingNames();
        for (int i = 0; i < n; i++) {
            String name = SharedPaths.SiblingNames.freeIn(List.of(siblings), "node1", 0);
            assertThat(name).isEqualTo(i == 0 ? "node1" : "node1@" + (i - 1));
            siblings.take(name);
        }
        assertThat(siblings.looked()).isEqualTo(n - 2);
    }

    @Test
    void aNameIsFreeAmongAllSiblings() {
        var some = new SharedPaths.SiblingNames();
        var others = new SharedPaths.SiblingNames();
        List.of("a", "a@0", "a@2", "a@3").forEach(some::take);
        List.of("a@1", "a@4").forEach(others::take);
        assertThat(SharedPaths.SiblingNames.freeIn(List.of(some, others), "a", 0))
                .isEqualTo("a@5");
        assertThat(SharedPaths.SiblingNames.freeIn(List.of(some), "a", 0)).isEqualTo("a@1");
        assertThat(SharedPaths.SiblingNames.freeIn(List.of(others, some), "a", 7))
                .isEqualTo("a@7");
    }

    @Test
    void eachHasAPathOfItsOwnAndIsFoundByTheWrittenOne() throws GraphException {
        int cluster = vertex("cluster", -1, "/cluster0");
        node(cluster, 4);
        node(cluster, 7);
        node(cluster, -1);
        ResourceGraph graph = graph();
        assertThat(graph.vertexCount()).isEqualTo(10);
        List<Integer> nodes = written(graph, "/cluster0/node1");
        assertThat(nodes).extracting(graph::rank).containsExactly(4, 7, -1);
        assertThat(nodes)
                .extracting(graph::path)
                .containsExactly("/cluster0/node1", "/cluster0/node1@7", "/cluster0/node1@0");
        assertThat(nodes).extracting(graph::name).containsOnly("node1");
        List<Integer> cores = written(graph, "/cluster0/node1/core1");
        assertThat(cores).extracting(graph::rank).containsExactly(4, 7, -1);
        assertThat(cores).extracting(v -> written(graph, v)).containsOnly("/cluster0/node1/core1");
        assertThat(graph.verticesWritten("/cluster0/node1@7")).isEmpty();
        assertThat(graph.verticesWritten("/cluster0/node2")).isEmpty();
        assertThat(graph.verticesWritten("nowhere")).isEmpty();
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> ResourceGraph.of(new Subgraph(vertices, edges)))
                .withMessageContaining("have the same path /cluster0/node1");
    }

    @Test
    void aNameThatIsTakenAlreadyIsNotGivenAgain() throws GraphException {
        int cluster = vertex("cluster", -1, "/cluster0");
        node(cluster, 4);
        SubgraphVertex other = SubgraphVertex.of("90", ResourceType.NODE, -1, "/cluster0/node1@7");
        vertices.add(other.withName("node", "node1@7"));
        edge(cluster, vertices.size() - 1);
        node(cluster, 7);
        ResourceGraph graph = graph();
        assertThat(written(graph, "/cluster0/node1"))
                .extracting(graph::path)
                .containsExactly("/cluster0/node1", "/cluster0/node1@8");
    }

    @Test
    void theOtherSubsystemsFollow() throws GraphException {
        int cluster = vertex("cluster", -1, "/cluster0");
        int first = node(cluster, 4);
        int second = node(cluster, 7);
        vertices.set(cluster, powered(vertices.get(cluster), "/cluster0"));
        for (int node : List.of(first, second)) {
            vertices.set(node, powered(vertices.get(node), "/cluster0/node1"));
            edges.add(new SubgraphEdge(cluster, node, POWER));
        }
        ResourceGraph graph = graph();
        int v = graph.find("/cluster0/node1@7");
        assertThat(graph.path(v, POWER)).contains("/cluster0/node1@7");
    }

    private static SubgraphVertex powered(SubgraphVertex vertex, String path) {
        Map<Subsystem, String> paths = new LinkedHashMap<>(vertex.paths());
        paths.put(POWER, path);
        return vertex.withPaths(paths);
    }

    @Test
    void whereNothingIsSharedTheGraphIsTheSame() throws GraphException {
        int cluster = vertex("cluster", -1, "/cluster0");
        node(cluster, 4);
        var subgraph = new Subgraph(vertices, edges);
        assertThat(graph().toSubgraph()).isEqualTo(ResourceGraph.of(subgraph).toSubgraph());
        assertThat(graph().verticesWritten("/cluster0/node1")).containsExactly(graph().find("/cluster0/node1"));
    }

    @Test
    void whatHasNoParentIsRefusedAsEver() {
        vertex("cluster", -1, "/cluster0");
        vertex("node", 0, "/cluster0/node1");
        vertex("node", 1, "/cluster0/node1");
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(this::graph)
                .withMessageContaining("have the same path /cluster0/node1");
    }
}
