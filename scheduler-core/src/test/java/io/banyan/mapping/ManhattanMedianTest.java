package io.banyan.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.mapping.PartitionShape.SearchWork;
import io.banyan.topology.Grid;
import io.banyan.topology.NetworkKind;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compact partitions: the sum of the distances of all pairs. */
class ManhattanMedianTest {
    /** The least sums of 2 to 13 nodes. */
    private static final long[] LEAST = {1, 4, 8, 16, 25, 38, 54, 72, 96, 124, 152, 188};

    private static long sum(Topology topology, List<Integer> nodes) {
        long sum = 0;
        for (int i = 0; i < nodes.size(); i++) {
            for (int j = 0; j < i; j++) {
                sum += topology.distance(nodes.get(i), nodes.get(j));
            }
        }
        return sum;
    }

    private static BitSet all(Grid grid) {
        BitSet free = new BitSet();
        free.set(0, grid.nodes());
        return free;
    }

    /** The least sum of so many free nodes, by trying all sets. */
    private static long least(Grid grid, BitSet free, int count) {
        int[] nodes = free.stream().toArray();
        return least(grid, nodes, 0, new int[count], 0, 0, Long.MAX_VALUE);
    }

    private static long least(Grid grid, int[] nodes, int next, int[] chosen, int size, long sum, long best) {
        if (sum >= best) {
            return best;
        }
        if (size == chosen.length) {
            return sum;
        }
        long found = best;
        for (int i = next; i <= nodes.length - (chosen.length - size); i++) {
            long more = sum;
            for (int j = 0; j < size; j++) {
                more += grid.distance(nodes[i], chosen[j]);
            }
            chosen[size] = nodes[i];
            found = least(grid, nodes, i + 1, chosen, size + 1, more, found);
        }
        return found;
    }

    @Test
    void theLeastSumsAreThoseOfAllSets() {
        Grid grid = Grid.of(5, 5);
        for (int count = 2; count <= 13; count++) {
            assertThat(least(grid, all(grid), count)).as("%d nodes", count).isEqualTo(LEAST[count - 2]);
        }
    }

    @Test
    void growthFromTheBestStartIsNearTheLeastSum() {
        Grid grid = Grid.of(9, 9);
        MedianShape shape = MedianShape.of(grid);
        for (int count = 2; count <= 13; count++) {
            int wanted = count;
            long best = IntStream.range(0, grid.nodes())
                    .mapToLong(first -> sum(grid, shape.grow(first, all(grid), wanted, new SearchWork())))
                    .min()
                    .orElseThrow();
            long optimum = LEAST[count - 2];
            assertThat(best).as("%d nodes", count).isBetween(optimum, count <= 11 ? optimum : optimum * 102 / 100);
        }
    }

    @Test
    void growthFromACornerIsWithinAnEighthOfTheLeastSum() {
        Grid grid = Grid.of(5, 5);
        MedianShape shape = MedianShape.of(grid);
        for (int count = 2; count <= 13; count++) {
            List<Integer> nodes = shape.find(all(grid), count, new SearchWork());
            assertThat(nodes).hasSize(count).startsWith(0);
            assertThat(8 * sum(grid, nodes)).as("%d nodes", count).isLessThanOrEqualTo(9 * LEAST[count - 2]);
        }
    }

    /** The bound of Bender et al. */
    @ParameterizedTest
    @ValueSource(longs = 20)
    void theCentredShapeIsWithinSevenQuartersOfTheLeastSum(long seed) {
        var random = new Random(seed);
        for (int round = 0; round < 10_000; round++) {
            Grid grid = Grid.of(1 + random.nextInt(5), 1 + random.nextInt(5));
            BitSet free = new BitSet();
            int share = 1 + random.nextInt(4);
            IntStream.range(0, grid.nodes())
                    .filter(node -> random.nextInt(4) < share)
                    .forEach(free::set);
            if (free.isEmpty()) {
                continue;
            }
            int count = 1 + random.nextInt(Math.min(8, free.cardinality()));
            List<Integer> nodes = new CentredShape(grid).find(free, count, new SearchWork());
            assertThat(nodes).hasSize(count).doesNotHaveDuplicates().allMatch(free::get);
            assertThat(4 * sum(grid, nodes))
                    .as("seed %d, round %d: %s, %d of %s", seed, round, grid, count, free)
                    .isLessThanOrEqualTo(7 * least(grid, free, count));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"grid 7", "grid 6x5", "torus 6x5", "torus 4x3x5"})
    void sumsByCoordinateAreSumsOfDistances(String shape) {
        Grid grid = (Grid) NetworkKind.parse(shape);
        var random = new Random(21);
        PairSums sums = PairSums.on(grid);
        List<Integer> members = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int added = random.nextInt(grid.nodes());
            sums.add(added);
            members.add(added);
            for (int node = 0; node < grid.nodes(); node++) {
                int at = node;
                assertThat(sums.of(node))
                        .isEqualTo(members.stream()
                                .mapToLong(member -> grid.distance(member, at))
                                .sum());
            }
        }
    }

    /** Each free node is entered once to measure regions; each chosen one looks at its neighbours. */
    @Test
    void theWorkFollowsTheNodes() {
        Grid grid = Grid.of(100, 100);
        SearchWork work = new SearchWork();
        assertThat(MedianShape.of(grid).find(all(grid), 1_000, work)).hasSize(1_000);
        assertThat(work.count()).isLessThanOrEqualTo(grid.nodes() + 1_000 * 4L);
    }
}
