package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChildOrderTest {

    /** Children are placed, removed and added again; the schedule's own check sorts them from scratch. */
    @ParameterizedTest
    @CsvSource({"1, 5", "2, 300", "3, 1000"})
    void staysSortedWhileChildrenArePlacedAndComeAndGo(long seed, int nodes) throws GraphException {
        var random = new Random(seed);
        String line = "cluster { " + nodes + " node { 3 core } }";
        Subgraph all = Graphs.subgraph(line);
        Schedule schedule = Graphs.schedule(line);
        for (int step = 0; step < 1_500; step++) {
            int node = schedule.graph().find("/cluster0/node" + random.nextInt(nodes));
            if (node < 0) {
                if (random.nextInt(40) == 0) {
                    schedule.attach(all);
                }
            } else if (random.nextInt(100) < (step / 500 == 1 ? 60 : 10)) {
                schedule.detach(new int[] {node});
            } else {
                place(schedule.childOrder(), schedule.inEdge(node), random.nextBoolean());
            }
            if (step % 10 == 0) {
                assertThat(edges(schedule)).hasSize(schedule.graph().vertexCount() / 4);
                schedule.childOrder().checkInvariants();
            }
        }
        schedule.checkInvariants();
        assertThat(edges(schedule)).hasSize(schedule.graph().vertexCount() / 4);
    }

    private static void place(ChildOrder order, int edge, boolean covered) {
        long weight = order.weightPlaced(edge, 0, covered);
        if (weight != ChildOrder.UNCHANGED) {
            order.weigh(edge, weight);
        }
    }

    private static List<Integer> edges(Schedule schedule) {
        var edges = new ArrayList<Integer>();
        schedule.childOrder().of(schedule.graph().root()).forEachRemaining((int e) -> edges.add(e));
        return edges;
    }

    /** Placing changes two blocks of less than 256 edges; asking for the first child makes an iterator. */
    @Test
    void neitherPlacingNorLookingAtTheFirstCostsByTheChildren() {
        Schedule schedule = Graphs.schedule("cluster { 20000 node { 2 core } }");
        int root = schedule.graph().root();
        List<Integer> edges = edges(schedule);
        var random = new Random(4);
        long before = 0;
        for (int i = 0; i < 2_000; i++) {
            if (i == 1_000) {
                before = allocated();
            }
            int edge = edges.get(random.nextInt(edges.size()));
            place(schedule.childOrder(), edge, random.nextBoolean());
            schedule.childOrder().of(root).nextInt();
        }
        assertThat((allocated() - before) / 1_000).isLessThan(2_048);
        schedule.childOrder().checkInvariants();
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
