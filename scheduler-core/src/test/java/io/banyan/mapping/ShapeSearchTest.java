package io.banyan.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.mapping.PartitionShape.SearchWork;
import io.banyan.planner.TimeWindow;
import io.banyan.topology.Grid;
import io.banyan.topology.NodeOrder;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The earliest start in a shape, compared with a search over all starts and places. */
class ShapeSearchTest {
    private static final int ROUNDS = 33_400;
    private static final int HORIZON = 24;

    /** A random calendar, and a random request. */
    private record Scene(Grid grid, NodeCalendar calendar, ShapeRequest request) {
        static Scene of(Random random) {
            Grid grid = Grid.of(1 + random.nextInt(4), 1 + random.nextInt(4));
            var calendar = new NodeCalendar(grid.nodes());
            int bookings = random.nextInt(3 * grid.nodes());
            for (int i = 0; i < bookings; i++) {
                long start = random.nextInt(HORIZON);
                var window = new TimeWindow(start, start + 1 + random.nextInt(8));
                int node = random.nextInt(grid.nodes());
                if (calendar.isFree(node, window)) {
                    calendar.book(List.of(node), window);
                }
            }
            calendar.checkInvariants();
            long earliest = random.nextInt(8);
            long duration = 1L + random.nextInt(6);
            return new Scene(
                    grid,
                    calendar,
                    new ShapeRequest(
                            1 + random.nextInt(grid.nodes()),
                            earliest,
                            duration,
                            earliest + duration + random.nextInt(HORIZON)));
        }

        /** The first start from which there is a place; -1 if there is none. */
        long firstStart(BiPredicate<BitSet, Integer> hasPlace) {
            for (long start = request.earliestSec(); start <= request.lastStartSec(); start++) {
                if (hasPlace.test(calendar.during(request.from(start)), request.nodes())) {
                    return start;
                }
            }
            return -1;
        }

        /** Checks the result, and books it. */
        void check(String context, PartitionShape shape, BiPredicate<BitSet, Integer> hasPlace) {
            long first = firstStart(hasPlace);
            ShapeResult result = ShapeSearch.find(shape, request, calendar, new SearchWork());
            if (result instanceof ShapeResult.Placed(TimeWindow window, List<Integer> nodes)) {
                assertThat(window).as(context).isEqualTo(request.from(first));
                assertThat(nodes).as(context).hasSize(request.nodes()).doesNotHaveDuplicates();
                calendar.book(nodes, window);
                calendar.checkInvariants();
                calendar.free(nodes, window);
            } else {
                assertThat(first).as("%s: %s", context, result).isEqualTo(-1);
            }
        }
    }

    private static boolean hasRun(NodeOrder curve, BitSet free, int count) {
        return IntStream.rangeClosed(0, curve.length() - count)
                .anyMatch(first ->
                        IntStream.range(first, first + count).allMatch(position -> free.get(curve.node(position))));
    }

    private static Set<Integer> region(Grid grid, BitSet free, int first) {
        Set<Integer> region = new TreeSet<>(Set.of(first));
        Deque<Integer> next = new ArrayDeque<>(region);
        while (!next.isEmpty()) {
            grid.eachNeighbour(next.remove(), node -> {
                if (free.get(node) && region.add(node)) {
                    next.add(node);
                }
            });
        }
        return region;
    }

    private static boolean hasRegion(Grid grid, BitSet free, int count) {
        return free.stream().anyMatch(first -> region(grid, free, first).size() >= count);
    }

    @ParameterizedTest
    @ValueSource(longs = 1)
    void theFirstStartWithARunOfTheCurveIsFound(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Scene scene = Scene.of(random);
            NodeOrder curve = NodeOrder.hilbert(scene.grid);
            scene.check(
                    "seed " + seed + ", round " + round,
                    new CurveShape(curve),
                    (free, count) -> hasRun(curve, free, count));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = 2)
    void theFirstStartWithALargeRegionIsFound(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Scene scene = Scene.of(random);
            String context = "seed " + seed + ", round " + round;
            MedianShape shape = MedianShape.of(scene.grid);
            scene.check(context, shape, (free, count) -> hasRegion(scene.grid, free, count));
            BitSet free = scene.calendar.during(new TimeWindow(0, HORIZON));
            List<Integer> nodes = shape.find(free, scene.request.nodes(), new SearchWork());
            if (!nodes.isEmpty()) {
                BitSet found = new BitSet();
                nodes.forEach(found::set);
                assertThat(region(scene.grid, found, nodes.getFirst()))
                        .as(context)
                        .hasSize(nodes.size());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = 3)
    void theFirstStartWithEnoughNodesIsFound(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Scene scene = Scene.of(random);
            scene.check(
                    "seed " + seed + ", round " + round,
                    new CentredShape(scene.grid),
                    (free, count) -> free.cardinality() >= count);
        }
    }

    private static String refusal(NodeCalendar calendar, PartitionShape shape, ShapeRequest request) {
        return ((ShapeResult.Refused) ShapeSearch.find(shape, request, calendar, new SearchWork())).reason();
    }

    @Test
    void aRefusalHasItsReason() {
        Grid grid = Grid.of(4, 2);
        PartitionShape curve = new CurveShape(NodeOrder.hilbert(grid));
        var calendar = new NodeCalendar(8);
        assertThat(refusal(calendar, curve, new ShapeRequest(9, 0, 10, 100)))
                .isEqualTo("9 nodes are needed, and there are 8");
        // The first, third, fifth and seventh node of the curve.
        List<Integer> half = IntStream.range(0, 4)
                .map(i -> NodeOrder.hilbert(grid).node(2 * i))
                .boxed()
                .toList();
        calendar.book(half, new TimeWindow(0, 95));
        assertThat(refusal(calendar, curve, new ShapeRequest(5, 0, 10, 100)))
                .isEqualTo("there is no start before the deadline from which 5 nodes are free");
        assertThat(refusal(calendar, curve, new ShapeRequest(2, 0, 10, 100)))
                .isEqualTo("up to 4 nodes are free, but at none of 1 start before the deadline there are 2 free nodes"
                        + " that follow each other on the curve");
    }

    @Test
    void aRefusalHasTheLargestPartOfTheFreeNodesThatIsInTheShape() {
        Grid grid = Grid.of(4, 2);
        NodeOrder hilbert = NodeOrder.hilbert(grid);
        var calendar = new NodeCalendar(8);
        // On the curve, the nodes at the positions 0, 1, 4, 6 and 7 are free.
        List<Integer> booked = IntStream.of(2, 3, 5).map(hilbert::node).boxed().toList();
        calendar.book(booked, new TimeWindow(0, 95));
        var request = new ShapeRequest(3, 0, 10, 100);
        assertThat(ShapeSearch.find(new CurveShape(hilbert), request, calendar, new SearchWork()))
                .isEqualTo(new ShapeResult.NoShape(3, 1, 5, 2, "free nodes that follow each other on the curve"));
        BitSet free = new BitSet();
        // Two regions: the nodes 0, 1 and 4 in a corner, and the nodes 3 and 7 at the other side.
        IntStream.of(0, 1, 4, 3, 7).forEach(free::set);
        assertThat(MedianShape.of(grid).largest(free)).isEqualTo(3);
        assertThat(MedianShape.strict(grid).largest(free)).isEqualTo(3);
        assertThat(new CentredShape(grid).largest(free)).isEqualTo(5);
        assertThat(new CurveShape(hilbert).largest(new BitSet())).isZero();
        assertThat(MedianShape.of(grid).largest(new BitSet())).isZero();
    }

    @Test
    void aRequestThatCannotBeMetAnywhereIsRefused() {
        assertThatThrownBy(() -> new ShapeRequest(0, 0, 10, 100))
                .hasMessage("a request must be for 1 node or more, found 0");
        assertThatThrownBy(() -> new ShapeRequest(1, 0, 0, 100)).hasMessage("a duration must be 1 s or more, found 0");
        assertThatThrownBy(() -> new ShapeRequest(1, 50, 60, 100))
                .hasMessage("the job takes 60 s, but its deadline is 50 s after its earliest start");
    }
}
