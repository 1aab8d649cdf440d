package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarksTest {

    private static final String CLUSTER = "cluster { 3 rack { 5 node { 2 socket { 3 core } } } }";

    /**
     * Nodes come and go, so that edges get the indices of others; the order of siblings is that of the graph's lists
     * all the same.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void readsMarksInTheOrderOfTheGraphWhateverTheOrderOfMarking(long seed) throws GraphException {
        var random = new Random(seed);
        Subgraph whole = Graphs.subgraph(CLUSTER);
        ResourceGraph graph = ResourceGraph.of(whole);
        var marks = new Marks(graph);
        for (int step = 0; step < 200; step++) {
            if (random.nextInt(3) == 0) {
                int node = graph.find("/cluster0/rack" + random.nextInt(3) + "/node" + random.nextInt(15));
                if (node >= 0) {
                    graph.detach(node);
                }
            } else if (random.nextInt(4) == 0) {
                graph.attach(whole);
            }
            graph.checkInvariants();
            compare(graph, marks, random, "seed " + seed + ", step " + step);
        }
    }

    private static void compare(ResourceGraph graph, Marks marks, Random random, String context) {
        List<Integer> marked = new ArrayList<>(List.of(graph.root()));
        for (int v : graph.preOrder()) {
            boolean isBelowOne = graph.parent(v) >= 0 && marked.contains(graph.parent(v));
            if (isBelowOne && random.nextInt(3) > 0) {
                marked.add(v);
            }
        }
        Set<Integer> exclusive = new HashSet<>();
        marked.stream().filter(v -> random.nextInt(4) == 0).forEach(exclusive::add);
        List<Integer> expected = new ArrayList<>();
        walk(graph, graph.root(), new HashSet<>(marked), exclusive, expected);
        switch (random.nextInt(3)) {
            case 0 -> Collections.shuffle(marked, random);
            case 1 -> Collections.reverse(marked);
            default -> {}
        }
        marks.clear();
        for (int v : marked) {
            marks.mark(v, graph.inEdge(v, 0), 1, exclusive.contains(v), null);
        }
        Selection selection = marks.select(graph.root());
        List<Integer> actual = new ArrayList<>();
        for (int i = 0; i < selection.size(); i++) {
            actual.add(selection.vertex(i));
        }
        assertThat(actual).as(context).isEqualTo(expected);
    }

    /**
     * The marked vertices in post-order by a walk over all children; those with nothing exclusive at or below them are
     * left out.
     */
    private static boolean walk(
            ResourceGraph graph, int v, Set<Integer> marked, Set<Integer> exclusive, List<Integer> found) {
        boolean emit = exclusive.contains(v);
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (marked.contains(graph.target(e))) {
                emit |= walk(graph, graph.target(e), marked, exclusive, found);
            }
        }
        if (emit) {
            found.add(v);
        }
        return emit;
    }

    /**
     * Two vertices in columns of 20 bytes each, the builder, a set of bits and empty maps; nothing by the number of
     * nodes.
     */
    @ParameterizedTest
    @ValueSource(ints = {100, 10_000})
    void allocatesByTheMarksAndNotByTheirSiblings(int nodes) {
        ResourceGraph graph = Graphs.graph("cluster { " + nodes + " node }");
        var marks = new Marks(graph);
        int last = graph.find("/cluster0/node" + (nodes - 1));
        long before = 0;
        for (int i = 0; i < 200; i++) {
            if (i == 100) {
                before = allocated();
            }
            marks.clear();
            marks.mark(last, graph.inEdge(last, 0), 1, true, null);
            marks.mark(graph.root(), -1, 1, false, null);
            assertThat(marks.select(graph.root()).size() == 2).isTrue();
        }
        assertThat((allocated() - before) / 100).isLessThan(2_000);
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
