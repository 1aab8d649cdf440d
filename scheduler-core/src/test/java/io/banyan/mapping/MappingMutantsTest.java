package io.banyan.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.mapping.PartitionShape.SearchWork;
import io.banyan.planner.TimeWindow;
import io.banyan.topology.Grid;
import io.banyan.topology.NodeOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Mappings with one mistake each: a random scene shows it, and shows none for the mappings as they are. */
class MappingMutantsTest {
    private static final int MOST_SCENES = 5_000;
    private static final int HORIZON = 24;

    /** A search for a start and nodes. */
    interface Searcher {
        ShapeResult find(PartitionShape shape, ShapeRequest request, NodeCalendar calendar);
    }

    private static ShapeResult asItIs(PartitionShape shape, ShapeRequest request, NodeCalendar calendar) {
        return ShapeSearch.find(shape, request, calendar, new SearchWork());
    }

    /** A curve whose last node is never taken. */
    private static PartitionShape withoutLastPosition(Grid grid) {
        NodeOrder curve = NodeOrder.hilbert(grid);
        return new Wrapped(new CurveShape(curve)) {
            @Override
            BitSet seen(BitSet free) {
                BitSet seen = (BitSet) free.clone();
                seen.clear(curve.node(curve.length() - 1));
                return seen;
            }
        };
    }

    /** Growth that never looks again at a node that it has found in a region that was too small. */
    private static PartitionShape withStaleSet(Grid grid) {
        return new Wrapped(MedianShape.of(grid)) {
            private final BitSet checked = new BitSet();

            @Override
            BitSet seen(BitSet free) {
                BitSet seen = (BitSet) free.clone();
                seen.andNot(checked);
                checked.or(free);
                return seen;
            }
        };
    }

    /** Growth that takes an occupied node for a free one. */
    private static PartitionShape withoutOneNeighbour(Grid grid) {
        return new Wrapped(MedianShape.of(grid)) {
            @Override
            BitSet seen(BitSet free) {
                BitSet seen = (BitSet) free.clone();
                int occupied = free.nextClearBit(0);
                if (occupied < grid.nodes()) {
                    seen.set(occupied);
                }
                return seen;
            }
        };
    }

    /** A shape that sees other free nodes than there are. */
    private abstract static class Wrapped implements PartitionShape {
        private final PartitionShape shape;

        Wrapped(PartitionShape shape) {
            this.shape = shape;
        }

        abstract BitSet seen(BitSet free);

        @Override
        public String requirement() {
            return shape.requirement();
        }

        @Override
        public List<Integer> find(BitSet free, int count, SearchWork work) {
            return shape.find(seen(free), count, work);
        }
    }

    /** A search that lets a job end after its deadline. */
    private static ShapeResult pastTheDeadline(PartitionShape shape, ShapeRequest request, NodeCalendar calendar) {
        return asItIs(
                shape,
                new ShapeRequest(
                        request.nodes(), request.earliestSec(), request.durationSec(), request.deadlineSec() + 1),
                calendar);
    }

    static Stream<Arguments> mappings() {
        Function<Grid, PartitionShape> curve = grid -> new CurveShape(NodeOrder.hilbert(grid));
        Function<Grid, PartitionShape> median = MedianShape::of;
        return Stream.of(
                Arguments.of("the curve", curve, (Searcher) MappingMutantsTest::asItIs, false),
                Arguments.of("the median", median, (Searcher) MappingMutantsTest::asItIs, false),
                Arguments.of(
                        "skips the last position",
                        (Function<Grid, PartitionShape>) MappingMutantsTest::withoutLastPosition,
                        (Searcher) MappingMutantsTest::asItIs,
                        true),
                Arguments.of(
                        "keeps a stale set of checked nodes",
                        (Function<Grid, PartitionShape>) MappingMutantsTest::withStaleSet,
                        (Searcher) MappingMutantsTest::asItIs,
                        true),
                Arguments.of(
                        "forgets an occupied neighbour",
                        (Function<Grid, PartitionShape>) MappingMutantsTest::withoutOneNeighbour,
                        (Searcher) MappingMutantsTest::asItIs,
                        true),
                Arguments.of("books past the deadline", curve, (Searcher) MappingMutantsTest::pastTheDeadline, true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mappings")
    void aMistakeIsFound(String name, Function<Grid, PartitionShape> shapes, Searcher searcher, boolean isMutant) {
        Optional<String> found = Optional.empty();
        long seed = 0;
        while (found.isEmpty() && seed < MOST_SCENES) {
            found = violation(new Random(++seed), shapes, searcher);
        }
        assertThat(found.isPresent()).as("%s: seed %d: %s", name, seed, found).isEqualTo(isMutant);
    }

    /** Returns a mistake in a random scene: a start that is not the first, a late end, or an occupied node. */
    private static Optional<String> violation(Random random, Function<Grid, PartitionShape> shapes, Searcher searcher) {
        Grid grid = Grid.of(1 + random.nextInt(4), 1 + random.nextInt(4));
        NodeCalendar calendar = calendar(random, grid);
        long earliest = random.nextInt(8);
        long duration = 1L + random.nextInt(6);
        var request = new ShapeRequest(
                1 + random.nextInt(grid.nodes()), earliest, duration, earliest + duration + random.nextInt(HORIZON));
        ShapeResult result = searcher.find(shapes.apply(grid), request, calendar);
        PartitionShape reference = reference(shapes, grid);
        for (long start = request.earliestSec(); start <= request.lastStartSec(); start++) {
            BitSet free = calendar.during(request.from(start));
            if (!reference.find(free, request.nodes(), new SearchWork()).isEmpty()) {
                return wrong(result, request.from(start), free);
            }
        }
        return result instanceof ShapeResult.Placed
                ? Optional.of("there is no place, but " + result)
                : Optional.empty();
    }

    /** The shape without a mistake. */
    private static PartitionShape reference(Function<Grid, PartitionShape> shapes, Grid grid) {
        return shapes.apply(grid).requirement().contains("curve")
                ? new CurveShape(NodeOrder.hilbert(grid))
                : MedianShape.of(grid);
    }

    private static Optional<String> wrong(ShapeResult result, TimeWindow first, BitSet free) {
        boolean isRight = result instanceof ShapeResult.Placed(TimeWindow window, List<Integer> nodes)
                && window.equals(first)
                && nodes.stream().allMatch(free::get);
        return isRight
                ? Optional.empty()
                : Optional.of("from " + first.startSec() + " on there is a place, but " + result);
    }

    private static NodeCalendar calendar(Random random, Grid grid) {
        var calendar = new NodeCalendar(grid.nodes());
        for (int i = random.nextInt(3 * grid.nodes()); i > 0; i--) {
            long start = random.nextInt(HORIZON);
            var window = new TimeWindow(start, start + 1 + random.nextInt(8));
            int node = random.nextInt(grid.nodes());
            if (calendar.isFree(node, window)) {
                calendar.book(List.of(node), window);
            }
        }
        return calendar;
    }

    static Stream<Arguments> joins() {
        return Stream.of(
                Arguments.of("a node is freed by its last process", false),
                Arguments.of("frees a parent's shared node", true));
    }

    /** A node on which a process runs is never given to another job. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("joins")
    void aNodeWithAProcessIsNotFree(String name, boolean isMutant) {
        boolean isFound = false;
        long seed = 0;
        while (!isFound && seed < MOST_SCENES / 10) {
            isFound = sharesWithAnotherJob(new Random(++seed), isMutant);
        }
        assertThat(isFound).as("%s: seed %d", name, seed).isEqualTo(isMutant);
    }

    /** Forks and joins of two jobs; returns whether both have processes on one node at some time. */
    private static boolean sharesWithAnotherJob(Random random, boolean freesSharedNodes) {
        Grid grid = Grid.of(1 + random.nextInt(3), 2);
        var mapping = new LeakMapping(grid, NodeOrder.snake(grid), 1, random.nextBoolean());
        BitSet free = new BitSet();
        free.set(0, grid.nodes());
        Map<Integer, List<Integer>> processes = new HashMap<>();
        for (int step = 0; step < 60; step++) {
            int job = random.nextInt(2);
            List<Integer> own = processes.computeIfAbsent(job, it -> new ArrayList<>());
            if (own.isEmpty()) {
                mapping.first(job, free).ifPresent(node -> {
                    own.add(node);
                    free.clear(node);
                });
            } else if (random.nextInt(3) > 0) {
                int parent = own.get(random.nextInt(own.size()));
                switch (mapping.fork(parent, List.copyOf(own), free, new SearchWork())) {
                    case LeakMapping.Fork.Node(int node) -> {
                        own.add(node);
                        free.clear(node);
                    }
                    case LeakMapping.Fork.Shared(int node) -> own.add(node);
                }
            } else {
                int at = random.nextInt(own.size());
                Integer ended = own.get(at);
                own.subList(at, at + 1).clear();
                free.set(ended, freesSharedNodes || !own.contains(ended));
            }
            List<Integer> other = processes.getOrDefault(1 - job, List.of());
            if (own.stream().anyMatch(other::contains)) {
                return true;
            }
        }
        return false;
    }
}
