package io.banyan.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import org.junit.jupiter.api.Test;

/** An attach and a detach write what they are about, whatever the size of the graph. */
class LocalisationTest {
    /**
     * A node, 2 sockets, 32 cores: 35 vertices written once each, and 35 edges (one of them from the cluster), each
     * written at both ends: 35 + 2 x 35.
     */
    private static final long WRITES = 105;

    @Test
    void attachingAndDetachingANodeCostTheSameInAGraphFortyTimesLarger() throws GraphException {
        for (int nodes : new int[] {4, 160}) {
            String text = "cluster { " + nodes + " node { 2 socket { 16 core } } }";
            ResourceGraph graph = Graphs.graph(text);
            Subgraph last = branch(graph, "/cluster0/node" + (nodes - 1));

            assertThat(writes(graph, () -> graph.detach(graph.find("/cluster0/node" + (nodes - 1)))))
                    .as("detach from %d nodes", nodes)
                    .isEqualTo(WRITES);
            assertThat(writes(graph, () -> graph.attach(last)))
                    .as("attach to %d nodes", nodes - 1)
                    .isEqualTo(WRITES);
            graph.checkInvariants();
        }
    }

    /** The subtree of a vertex with its ancestors. */
    private static Subgraph branch(ResourceGraph graph, String top) {
        var builder = new Selection.Builder();
        int[] order = graph.preOrder();
        for (int i = order.length - 1; i >= 0; i--) {
            String path = graph.path(order[i]);
            if (path.startsWith(top) || top.startsWith(path)) {
                builder.add(order[i], graph.size(order[i]), false, graph.depth(order[i]) + 1, graph.firstIn(order[i]));
            }
        }
        return builder.build().toSubgraph(graph);
    }

    /** A change of a graph. */
    private interface Change {
        void make() throws GraphException;
    }

    private static long writes(ResourceGraph graph, Change change) throws GraphException {
        long before = graph.touched();
        change.make();
        return graph.touched() - before;
    }
}
