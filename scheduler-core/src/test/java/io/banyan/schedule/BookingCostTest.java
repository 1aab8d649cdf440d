package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the cost of a booking, counted in what it writes and allocates: by the request, whatever the size of the system
 * and the number of jobs.
 */
class BookingCostTest {

    private static final int WARM = 40;
    private static final int COUNTED = 100;

    /**
     * A node of 20 + 2 vertices is one whole hold: its occupancy, and the aggregates of the cluster. Allocated are the
     * booking, two holds with sums of one of them, a span, and what a tree of planner points needs for two more: 2 KiB.
     */
    @ParameterizedTest
    @CsvSource({"20, 0", "20, 15", "2000, 0", "2000, 1900"})
    void aWholeNodeCostsTheSameOnEverySystem(int nodes, int running) {
        Schedule schedule = Graphs.schedule("cluster { " + nodes + " node { 2 socket { 8 core, 1 gpu } } }");
        occupy(schedule, running);
        Selection selection = node(schedule, nodes - 1);
        assertCosts(schedule, selection, 2, 2_048);
    }

    /** A core is held whole; its socket, its node and the cluster count it: one occupancy, three aggregates. */
    @ParameterizedTest
    @CsvSource({"20, 0", "20, 15", "2000, 0", "2000, 1900"})
    void aCoreCostsTheSameOnEverySystem(int nodes, int running) {
        Schedule schedule = Graphs.schedule("cluster { " + nodes + " node { 2 socket { 8 core, 1 gpu } } }");
        occupy(schedule, running);
        ResourceGraph graph = schedule.graph();
        int core = graph.find("/cluster0/node" + (nodes - 1) + "/socket1/core5");
        assertCosts(schedule, selection(schedule, core), 4, 3_072);
    }

    private static void assertCosts(Schedule schedule, Selection selection, long written, long bytes) {
        long touched = 0;
        long allocated = 0;
        for (int i = 0; i < WARM + COUNTED; i++) {
            if (i == WARM) {
                touched = schedule.touched();
                allocated = allocated();
            }
            var job = new JobId(100_000 + i);
            schedule.commit(job, BookingKind.ALLOCATION, new TimeWindow(0, 5_000 + 3L * i), selection);
            schedule.cancel(job);
        }
        long allocatedBytes = (allocated() - allocated) / COUNTED;
        assertThat((schedule.touched() - touched) / COUNTED).isEqualTo(2 * written);
        assertThat(allocatedBytes).isLessThan(bytes);
        schedule.aggregates().checkInvariants();
    }

    /** Jobs on the first nodes, all of which end at different times. */
    private static void occupy(Schedule schedule, int running) {
        for (int i = 0; i < running; i++) {
            schedule.commit(
                    new JobId(i + 1),
                    BookingKind.ALLOCATION,
                    new TimeWindow(0, 1_000 + (i * 7_919L) % 100_003),
                    node(schedule, i));
        }
    }

    private static Selection node(Schedule schedule, int number) {
        return selection(schedule, schedule.graph().find("/cluster0/node" + number));
    }

    /** A vertex with all that is below it, and the way to it. */
    private static Selection selection(Schedule schedule, int top) {
        ResourceGraph graph = schedule.graph();
        var marks = new Marks(graph);
        marks.clear();
        List<Integer> below = new ArrayList<>(List.of(top));
        for (int i = 0; i < below.size(); i++) {
            int v = below.get(i);
            marks.mark(v, schedule.inEdge(v), 1, true, null);
            for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
                below.add(graph.target(e));
            }
        }
        for (int u = graph.parent(top); u >= 0; u = graph.parent(u)) {
            marks.mark(u, schedule.inEdge(u), 1, false, null);
        }
        return marks.select(graph.root());
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
