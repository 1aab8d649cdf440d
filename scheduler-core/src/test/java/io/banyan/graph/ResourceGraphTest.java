package io.banyan.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResourceGraphTest {
    private static final String TWO_NODES = "cluster { 2 node { 2 core } }";

    private final ResourceGraph graph = Graphs.graph(TWO_NODES);

    @Test
    void findsVerticesByTheirPaths() {
        for (int v = 0; v < graph.vertexBound(); v++) {
            assertThat(graph.find(graph.path(v))).isEqualTo(v);
        }
        assertThat(graph.path(graph.find("/cluster0/node1/core0"))).isEqualTo("/cluster0/node1/core0");
        for (String missing :
                List.of("", "/", "/cluster0/", "/cluster0/node1/core", "/cluster0/node11", "cluster0", "/node0")) {
            assertThat(graph.find(missing)).as(missing).isEqualTo(-1);
        }
    }

    @Test
    void saysWhatAVertexIs() throws GraphException {
        SubgraphVertex odd = new SubgraphVertex(
                "77",
                77,
                new ResourceType("node"),
                "host",
                "login-a",
                -1,
                4,
                3,
                "W",
                Map.of("b", "2", "a", ""),
                false,
                Status.DOWN,
                Map.of(Subsystem.CONTAINMENT, "/cluster0/elsewhere"));
        int v = graph.attach(below(graph, odd)).added()[0];
        assertThat(graph.path(v)).isEqualTo("/cluster0/elsewhere");
        assertThat(graph.find("/cluster0/elsewhere")).isEqualTo(v);
        assertThat(graph.name(v)).isEqualTo("login-a");
        assertThat(graph.initialStatus(v)).isEqualTo(Status.DOWN);
        assertThat(graph.properties(v)).containsExactly(Map.entry("a", ""), Map.entry("b", "2"));
        assertThat(graph.verticesOfRank(4)).containsExactly(v);
        assertThat(graph.vertex(v)).isEqualTo(odd);
        assertThat(graph.depth(v)).isEqualTo(1);
        graph.checkInvariants();
    }

    @Test
    void keepsWhatExistsAndAddsTheRest() throws GraphException {
        Attachment attachment = graph.attach(Graphs.subgraph("cluster { 3 node { 2 core } }"));
        assertThat(paths(attachment.added()))
                .containsExactly("/cluster0/node2", "/cluster0/node2/core0", "/cluster0/node2/core1");
        assertThat(attachment.reused()).hasSize(7);
        assertThat(attachment.edges()).isEqualTo(3);
        graph.checkInvariants();
    }

    @Test
    void attachingAgainChangesNothing() throws GraphException {
        Subgraph before = graph.toSubgraph();
        assertThat(graph.attach(Graphs.subgraph(TWO_NODES)).added()).isEmpty();
        assertThat(graph.toSubgraph()).isEqualTo(before);
    }

    @Test
    void addsParentsBeforeChildrenWhateverTheOrderOfTheSubgraph() throws GraphException {
        Subgraph postOrder = reversed(Graphs.subgraph("cluster { 3 node { 2 core } }"));
        Attachment attachment = graph.attach(postOrder);
        assertThat(paths(attachment.added()).getFirst()).isEqualTo("/cluster0/node2");
        graph.checkInvariants();
    }

    @Test
    void givesAFreshUniqueIdWhereTheWantedOneIsTaken() throws GraphException {
        var node = SubgraphVertex.of("1", ResourceType.NODE, 7, "/cluster0/node7");
        int v = graph.attach(below(graph, node)).added()[0];
        assertThat(graph.uniqId(v)).isEqualTo(7);
        graph.checkInvariants();
    }

    @Test
    void detachesChildrenBeforeParentsAndReusesTheirIndices() throws GraphException {
        Subgraph before = graph.toSubgraph();
        int bound = graph.vertexBound();
        int node = graph.find("/cluster0/node1");
        int[] removed = graph.detach(node);
        assertThat(removed).hasSize(3).endsWith(node);
        assertThat(graph.find("/cluster0/node1/core0")).isEqualTo(-1);
        assertThat(graph.verticesOfRank(1)).isEmpty();
        graph.checkInvariants();
        graph.attach(before);
        assertThat(graph.vertexBound()).isEqualTo(bound);
        assertThat(graph.toSubgraph()).isEqualTo(before);
        graph.checkInvariants();
    }

    @Test
    void detachingTheRootLeavesAnEmptyGraphThatCanBeFilledAgain() throws GraphException {
        Subgraph before = graph.toSubgraph();
        graph.detach(graph.root());
        assertThat(graph.vertexCount()).isZero();
        assertThat(graph.edgeCount()).isZero();
        assertThat(graph.root()).isEqualTo(-1);
        graph.checkInvariants();
        graph.attach(before);
        assertThat(graph.toSubgraph()).isEqualTo(before);
    }

    @Test
    void refusesToDetachWhatIsNotThere() {
        assertThatThrownBy(() -> graph.detach(99)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ranksBeginWhereTheParentHasAnother() throws GraphException {
        Subgraph ranked = mapped(
                Graphs.subgraph(TWO_NODES),
                v -> v.type().name().equals("core") ? v.withRank(v.path().contains("node0") ? 0 : 1) : v);
        ResourceGraph other = ResourceGraph.of(ranked);
        assertThat(other.verticesOfRank(1)).containsExactly(other.find("/cluster0/node1"));
        other.checkInvariants();
        other.detach(other.find("/cluster0/node1/core0"));
        other.checkInvariants();
    }

    @Test
    void knowsAllVerticesAtWhichARankBegins() throws GraphException {
        ResourceGraph other = ResourceGraph.of(mapped(
                Graphs.subgraph("cluster { 4 node { 1 core } }"),
                v -> v.type().name().equals("core") ? v : v.withRank(v.path().equals("/cluster0") ? -1 : 7)));
        int[] nodes =
                IntStream.range(0, 4).map(i -> other.find("/cluster0/node" + i)).toArray();
        assertThat(other.verticesOfRank(7)).containsExactly(nodes);
        for (int i : new int[] {1, 3, 0}) {
            other.detach(nodes[i]);
            other.checkInvariants();
        }
        assertThat(other.verticesOfRank(7)).containsExactly(nodes[2]);
        other.detach(nodes[2]);
        assertThat(other.verticesOfRank(7)).isEmpty();
    }

    @Test
    void idsGoOnAtZeroBehindTheGreatest() throws GraphException {
        ResourceGraph other = ResourceGraph.of(mapped(
                Graphs.subgraph("cluster { 4 node }"),
                v -> v.withIds(v.id(), v.path().equals("/cluster0") ? Long.MAX_VALUE - 1 : -1)));
        assertThat(IntStream.range(0, 4).mapToLong(i -> other.uniqId(other.find("/cluster0/node" + i))))
                .containsExactly(Long.MAX_VALUE, 0L, 1L, 2L);
        other.checkInvariants();
    }

    @Test
    void propertiesComeAndGo() {
        int node = graph.find("/cluster0/node0");
        graph.setProperty(node, "gpu", "");
        graph.setProperty(node, "gpu", "a100");
        assertThat(graph.properties(node)).containsExactly(Map.entry("gpu", "a100"));
        graph.removeProperty(node, "gpu");
        graph.removeProperty(node, "gpu");
        assertThat(graph.properties(node)).isEmpty();
    }

    @Test
    void keepsTheOrderOfTheTypesThatEverySchedulerKnows() {
        assertThat(graph.types().id("cluster")).isZero();
        assertThat(graph.types().id("core")).isLessThan(graph.types().id("gpu"));
        assertThat(graph.types().id("unobtainium")).isEqualTo(-1);
        assertThat(graph.verticesOfType(graph.types().id("core"))).hasSize(4);
    }

    private List<String> paths(int[] vertices) {
        return Arrays.stream(vertices).mapToObj(graph::path).toList();
    }

    /** A subgraph with the graph's root and one vertex below it. */
    static Subgraph below(ResourceGraph graph, SubgraphVertex vertex) {
        return new Subgraph(List.of(graph.vertex(graph.root()), vertex), List.of(SubgraphEdge.containment(0, 1)));
    }

    static Subgraph mapped(Subgraph subgraph, java.util.function.UnaryOperator<SubgraphVertex> change) {
        return new Subgraph(subgraph.vertices().stream().map(change).toList(), subgraph.edges());
    }

    private static Subgraph reversed(Subgraph subgraph) {
        int last = subgraph.vertices().size() - 1;
        List<SubgraphVertex> vertices = new ArrayList<>(subgraph.vertices()).reversed();
        List<SubgraphEdge> edges = subgraph.edges().stream()
                .map(e -> new SubgraphEdge(last - e.source(), last - e.target(), e.subsystem()))
                .toList();
        return new Subgraph(vertices, edges.reversed());
    }
}
