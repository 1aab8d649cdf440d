package io.banyan.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VertexSizeTest {

    private static Subgraph withSize(long size) {
        Subgraph plain = Graphs.subgraph("cluster { 2 memory }");
        List<SubgraphVertex> vertices = new ArrayList<>(plain.vertices());
        vertices.set(1, vertices.get(1).withSize(size, "B"));
        vertices.set(2, vertices.get(2).withSize(size, "B"));
        return new Subgraph(vertices, plain.edges());
    }

    @Test
    void refusesASizeWhoseSumsCouldOverflow() {
        assertThatThrownBy(() -> ResourceGraph.of(withSize(Long.MAX_VALUE)))
                .isInstanceOf(GraphException.class)
                .hasMessage("/cluster0/memory0 has size 9223372036854775807; the maximum is 461168601842.");
        assertThatThrownBy(() -> ResourceGraph.of(withSize(0))).isInstanceOf(GraphException.class);
    }

    @Test
    void takesTheGreatestSize() throws GraphException {
        assertThat(ResourceGraph.of(withSize(VertexTable.MAX_SIZE)).vertexCount())
                .isEqualTo(3);
    }
}
