package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import org.junit.jupiter.api.Test;

class FootprintTest {
    private static final TimeWindow WINDOW = new TimeWindow(0, 100);

    @Test
    void anEmptyScheduleTakesLessThanTwoHundredBytesAVertex() {
        // 100 x (1 node + 2 sockets + 32 cores) + 1 vertices. Columns take 39 + 16 bytes a vertex and 25 an edge, the
        // path
        // index 5 to 8, all with an eighth of reserve at most, and the aggregates 12 with sums at each twelfth vertex.
        Footprint footprint =
                Graphs.schedule("cluster { 100 node { 2 socket { 16 core } } }").footprint();
        assertThat(footprint.vertices()).isEqualTo(3_501);
        assertThat(footprint.graph() / 3_501).isBetween(39L + 16 + 25 + 4, 140L);
        assertThat(footprint.aggregates() / 3_501).isBetween(12L, 40L);
        assertThat(footprint.perVertex()).isBetween(96L, 200L);
        assertThat(footprint.total()).isEqualTo(footprint.graph() + footprint.aggregates() + footprint.schedule());
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
        Footprint empty = schedule.footprint();
        ResourceGraph graph = schedule.graph();
        int core = graph.find("/cluster0/node3/core1");
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
        // 51 vertices: 12 bytes of references and counts and 8 of amounts each, at least.
        assertThat(schedule.footprint().schedule() - before).isGreaterThanOrEqualTo(51 * 20);
    }

    @Test
    void anEmptyGraphHasNoVertexToDivideBy() {
        var schedule = new Schedule(new ResourceGraph(), PruneFilters.DEFAULT, WINDOW);
        assertThat(schedule.footprint().perVertex()).isZero();
    }
}
