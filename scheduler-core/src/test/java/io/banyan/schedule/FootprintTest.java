package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** That what is counted is what there is; the heap is looked at whole, so that no other test may run meanwhile. */
@Isolated
class FootprintTest {
    private static final TimeWindow WINDOW = new TimeWindow(0, 100);

    @Test
    void aVertexThatNobodyHoldsTakesLessThanFortyBytes() {
        // 100 x (1 node + 2 sockets + 32 cores) + 1 vertices. Columns take 9 bytes a vertex, the hierarchy 16, both
        // with a 64th
        // of reserve, and ranks that only nodes have 24 a node; the aggregates take 4 bytes, and 60 at each twelfth
        // vertex.
        Schedule schedule = Graphs.schedule("cluster { 100 node { 2 socket { 16 core } } }");
        Footprint footprint = schedule.footprint();
        assertThat(footprint.vertices()).isEqualTo(3_501);
        assertThat((double) footprint.graph() / 3_501).isBetween(9.0 + 16, 32.0);
        assertThat((double) footprint.aggregates() / 3_501).isBetween(4.0, 10.0);
        assertThat(footprint.perVertex()).isBetween(29L, 40L);
        assertThat(footprint.total()).isEqualTo(footprint.graph() + footprint.aggregates() + footprint.schedule());
    }

    @Test
    void theIndexesOfPathsAndRanksTakeNothingBeforeTheyAreAsked() {
        ResourceGraph graph =
                Graphs.schedule("cluster { 100 node { 2 socket { 16 core } } }").graph();
        long before = graph.bytes();
        graph.find("/cluster0/node7/socket1");
        long withPaths = graph.bytes();
        graph.verticesOfRank(3);
        // Four bytes for each of 4/3 places a vertex, then 88 a rank.
        assertThat((double) (withPaths - before) / 3_501).isBetween(5.0, 6.0);
        assertThat(graph.bytes() - withPaths).isEqualTo(100 * 88);
    }

    @Test
    void aVertexTakesLessThanAHundredAndTwentyBytesWhenEverythingIsThereAndHeld() {
        Schedule schedule = Graphs.schedule("cluster { 100 node { 2 socket { 32 core, 2 gpu } } }");
        ResourceGraph graph = schedule.graph();
        schedule.holdings().free("core");
        graph.verticesOfRank(3);
        for (int i = 0; i < 100; i++) {
            int node = graph.find("/cluster0/node" + i);
            var builder = new Selection.Builder();
            addWhole(graph, node, 2, builder);
            builder.add(graph.root(), 1, false, 1, -1);
            schedule.commit(new JobId(i + 1), BookingKind.ALLOCATION, WINDOW, builder.build());
        }
        schedule.checkInvariants();
        assertThat(schedule.footprint().perVertex()).isBetween(50L, 120L);
    }

    private static void addWhole(ResourceGraph graph, int v, int level, Selection.Builder builder) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            addWhole(graph, graph.target(e), level + 1, builder);
        }
        builder.add(v, graph.size(v), true, level, graph.firstIn(v));
    }

    @Test
    void aPropertyThatManyVerticesHaveTakesFourBytesEach() {
        ResourceGraph graph =
                Graphs.schedule("cluster { 100 node { 2 socket { 16 core } } }").graph();
        long before = graph.bytes();
        for (int v : graph.verticesOfType(graph.types().id("core"))) {
            graph.setProperty(v, "model", "new");
            graph.setProperty(v, "speed", "fast");
        }
        assertThat((double) (graph.bytes() - before) / 3_200).isBetween(4.0, 5.0);
    }

    @Test
    void theCountIsNearWhatTheVirtualMachineSays() {
        long before = usedHeap();
        Schedule schedule = Graphs.schedule("cluster { 2000 node { 2 socket { 16 core } } }");
        long after = usedHeap();
        assertThat((double) (after - before) / schedule.footprint().total()).isBetween(0.6, 1.8);
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    @Test
    void whatAJobHoldsIsCountedAndGoneWithIt() {
        Schedule schedule = Graphs.schedule("cluster { 10 node { 4 core } }");
        ResourceGraph graph = schedule.graph();
        int core = graph.find("/cluster0/node3/core1");
        Footprint empty = schedule.footprint();
        int node = graph.parent(core);
        Selection selection = new Selection.Builder()
                .add(core, 1, true, 3, graph.firstIn(core))
                .add(node, 1, false, 2, graph.firstIn(node))
                .add(graph.root(), 1, false, 1, -1)
                .build();
        schedule.commit(new JobId(1), BookingKind.ALLOCATION, WINDOW, selection);
        Footprint held = schedule.footprint();
        assertThat(held.graph()).isEqualTo(empty.graph());
        assertThat(held.aggregates()).isGreaterThan(empty.aggregates());
        assertThat(held.schedule()).isGreaterThan(empty.schedule());
        schedule.cancel(new JobId(1));
        assertThat(schedule.footprint().schedule()).isLessThan(held.schedule());
    }

    @Test
    void theCountsOfWhatIsFreeAreCountedFromWhenTheyAreThere() {
        Schedule schedule = Graphs.schedule("cluster { 10 node { 4 core } }");
        long before = schedule.footprint().schedule();
        schedule.holdings().free("core");
        // 51 vertices: 4 bytes of a reference each, with an eighth in reserve, and 48 and some amounts for the 11 with
        // others below.
        assertThat(schedule.footprint().schedule() - before)
                .isBetween(51 * 4L + 11 * (48 + 8), 57 * 4L + 12 * (48 + 100));
    }

    @Test
    void anEmptyGraphHasNoVertexToDivideBy() {
        var schedule = new Schedule(new ResourceGraph(), PruneFilters.DEFAULT, WINDOW);
        assertThat(schedule.footprint().perVertex()).isZero();
    }
}
