package io.banyan.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.List;
import org.jgrapht.Graph;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.alg.cycle.CycleDetector;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath;
import org.jgrapht.traverse.BreadthFirstIterator;
import org.jgrapht.traverse.TopologicalOrderIterator;
import org.junit.jupiter.api.Test;

/** Algorithms of JGraphT run on the live graph. */
class JGraphTFaceTest {
    private final ResourceGraph graph = Graphs.graph("cluster { 2 node { 2 core } }");

    @Test
    void breadthFirstIteratorVisitsEveryVertex() {
        List<String> visited = new ArrayList<>();
        new BreadthFirstIterator<>(graph, new Vertex(graph.root()))
                .forEachRemaining(v -> visited.add(graph.name(v.index())));
        assertThat(visited).containsExactly("cluster0", "node0", "node1", "core0", "core1", "core0", "core1");
    }

    @Test
    void inspectorsSeeOneTree() {
        assertThat(new ConnectivityInspector<>(graph).isConnected()).isTrue();
        assertThat(new CycleDetector<>(graph).detectCycles()).isFalse();
        assertThat(new TopologicalOrderIterator<>(graph)).toIterable().hasSize(7);
    }

    @Test
    void shortestPathFollowsContainment() {
        Vertex core = new Vertex(graph.find("/cluster0/node1/core0"));
        assertThat(DijkstraShortestPath.findPathBetween(graph, new Vertex(graph.root()), core)
                        .getLength())
                .isEqualTo(2);
    }

    @Test
    void faceFollowsChanges() {
        assertThat(graph.vertexSet()).hasSize(7);
        graph.detach(graph.find("/cluster0/node0"));
        assertThat(graph.vertexSet()).hasSize(4);
        assertThat(graph.edgeSet()).hasSize(3);
        assertThat(new ConnectivityInspector<>(graph).isConnected()).isTrue();
    }

    @Test
    void edgesKnowTheirEnds() {
        Vertex root = new Vertex(graph.root());
        Vertex node = new Vertex(graph.find("/cluster0/node1"));
        Relation edge = graph.getEdge(root, node);
        assertThat(graph.getEdgeSource(edge)).isEqualTo(root);
        assertThat(graph.getEdgeTarget(edge)).isEqualTo(node);
        assertThat(graph.getEdge(node, root)).isNull();
        assertThat(graph.getAllEdges(root, node)).containsExactly(edge);
        assertThat(graph.containsEdge(edge)).isTrue();
        assertThat(graph.edgesOf(node)).hasSize(3);
        assertThat(graph.inDegreeOf(root)).isZero();
        assertThat(graph.outDegreeOf(root)).isEqualTo(2);
    }

    @Test
    void isReadOnlyFromThatSide() {
        Vertex root = new Vertex(graph.root());
        assertThatThrownBy(graph::addVertex).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> graph.removeVertex(root)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> graph.vertexSet().remove(root)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> graph.outgoingEdgesOf(new Vertex(99))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isEqualToItselfOnly() {
        Graph<Vertex, Relation> same = graph;
        assertThat(graph).isEqualTo(same).isNotEqualTo(Graphs.graph("cluster { 2 node { 2 core } }"));
    }

    @Test
    void aSubsystemThatTheGraphDoesNotHaveIsEmpty() {
        Graph<Vertex, Relation> view = graph.view(new Subsystem("power"));
        assertThat(view.vertexSet()).isEmpty();
        assertThat(graph.view(Subsystem.CONTAINMENT)).isSameAs(graph);
    }
}
