package io.banyan.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.davidmoten.hilbert.HilbertCurve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The order of nodes along a space-filling curve. */
class HilbertCurveTest {
    private static int[] nodes(NodeOrder order) {
        int[] nodes = IntStream.range(0, order.length()).map(order::node).toArray();
        for (int i = 0; i < nodes.length; i++) {
            assertThat(order.position(nodes[i])).isEqualTo(i);
        }
        return nodes;
    }

    private static void hasEveryNodeOnce(Grid grid, NodeOrder order) {
        int[] nodes = nodes(order);
        Arrays.sort(nodes);
        assertThat(nodes)
                .as("%s", grid)
                .isEqualTo(IntStream.range(0, grid.nodes()).toArray());
    }

    @Test
    void aRectangleHasEveryNodeOnceAndStepsOfOneWhereItsSidesAreEven() {
        for (int width = 1; width <= 64; width++) {
            for (int height = 1; height <= 64; height++) {
                Grid grid = Grid.of(width, height);
                NodeOrder order = NodeOrder.hilbert(grid);
                hasEveryNodeOnce(grid, order);
                boolean areEven = width % 2 == 0 && height % 2 == 0;
                // With an odd side, one step is diagonal at most.
                assertThat(order.jumps()).as("%s", grid).isLessThanOrEqualTo(areEven ? 0 : 1);
            }
        }
    }

    @Test
    void aBoxWithEvenSidesHasStepsOfOne() {
        for (int width = 2; width <= 12; width += 2) {
            for (int height = 2; height <= 12; height += 2) {
                for (int depth = 2; depth <= 12; depth += 2) {
                    Grid grid = Grid.of(width, height, depth);
                    NodeOrder order = NodeOrder.hilbert(grid);
                    hasEveryNodeOnce(grid, order);
                    assertThat(order.jumps()).as("%s", grid).isZero();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"grid 5", "grid 3x5x7", "grid 1x4x6", "torus 4x4x4x2", "grid 3x3x3x3", "torus 1x1x1x9"})
    void anyOtherGridHasEveryNodeOnce(String shape) {
        Grid grid = (Grid) NetworkKind.parse(shape);
        hasEveryNodeOnce(grid, NodeOrder.hilbert(grid));
        hasEveryNodeOnce(grid, NodeOrder.snake(grid));
        hasEveryNodeOnce(grid, NodeOrder.rows(grid));
        assertThat(NodeOrder.snake(grid).jumps()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1,2", "2,2", "3,2", "5,2", "1,3", "2,3", "4,3", "1,4", "2,4", "3,4"})
    void aCubeHasTheCurveOfAnotherImplementation(int bits, int dimensions) {
        int[] sides = new int[dimensions];
        Arrays.fill(sides, 1 << bits);
        Grid grid = Grid.of(sides);
        List<int[]> ours = Arrays.stream(nodes(NodeOrder.hilbert(grid)))
                .mapToObj(node -> IntStream.range(0, dimensions)
                        .map(d -> grid.coordinate(node, d))
                        .toArray())
                .toList();
        HilbertCurve other = HilbertCurve.bits(bits).dimensions(dimensions);
        List<int[]> theirs = new ArrayList<>();
        for (int i = 0; i < grid.nodes(); i++) {
            theirs.add(Arrays.stream(other.point(i)).mapToInt(Math::toIntExact).toArray());
        }
        assertThat(normal(ours)).isDeepEqualTo(normal(theirs));
    }

    /**
     * A curve in one of the positions that a cube can be turned or mirrored to: it begins at 0 in each dimension, and
     * leaves the first node's place in the dimensions in their order.
     */
    private static int[][] normal(List<int[]> curve) {
        int dimensions = curve.getFirst().length;
        List<Integer> order = new ArrayList<>();
        for (int[] place : curve) {
            for (int d = 0; d < dimensions; d++) {
                if (place[d] != curve.getFirst()[d] && !order.contains(d)) {
                    order.add(d);
                }
            }
        }
        return curve.stream()
                .map(place -> order.stream()
                        .mapToInt(d -> Math.abs(place[d] - curve.getFirst()[d]))
                        .toArray())
                .toArray(int[][]::new);
    }

    @Test
    void windowsOfTheCurveAreMoreCompactThanThoseOfRows() {
        Grid grid = Grid.of(16, 8);
        for (int length : new int[] {4, 16, 64}) {
            assertThat(meanDistance(grid, NodeOrder.hilbert(grid), length))
                    .as("windows of %d", length)
                    .isLessThan(meanDistance(grid, NodeOrder.rows(grid), length))
                    .isLessThan(meanDistance(grid, NodeOrder.snake(grid), length));
        }
    }

    private static double meanDistance(Grid grid, NodeOrder order, int length) {
        long sum = 0;
        long pairs = 0;
        for (int first = 0; first + length <= order.length(); first++) {
            for (int i = first; i < first + length; i++) {
                for (int j = i + 1; j < first + length; j++) {
                    sum += grid.distance(order.node(i), order.node(j));
                    pairs++;
                }
            }
        }
        return (double) sum / pairs;
    }
}
