package io.banyan.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Distances, neighbours and routes of grids and tori. */
class GridTest {
    private static List<Integer> neighbours(Topology topology, int node) {
        List<Integer> found = new ArrayList<>();
        topology.eachNeighbour(node, found::add);
        return found;
    }

    private static List<Integer> route(Topology topology, int from, int to) {
        List<Integer> found = new ArrayList<>();
        topology.eachOnRoute(from, to, found::add);
        return found;
    }

    /** The distances from a node, by a search over neighbours. */
    private static int[] searched(Topology topology, int from) {
        int[] distance = new int[topology.nodes()];
        Arrays.fill(distance, Topology.UNREACHABLE);
        distance[from] = 0;
        Deque<Integer> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            int node = next.remove();
            topology.eachNeighbour(node, neighbour -> {
                if (distance[neighbour] == Topology.UNREACHABLE) {
                    distance[neighbour] = distance[node] + 1;
                    next.add(neighbour);
                }
            });
        }
        return distance;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grid 7",
                "grid 16x8",
                "grid 1x5",
                "grid 3x4x5",
                "grid 2x3x2x3",
                "torus 2",
                "torus 5",
                "torus 6x5",
                "torus 1x2x3",
                "torus 4x4x4x2"
            })
    void distancesNeighboursAndRoutesAgree(String shape) {
        Grid grid = (Grid) NetworkKind.parse(shape);
        assertThat(grid).hasToString(shape).isEqualTo(NetworkKind.parse(shape));
        for (int from = 0; from < grid.nodes(); from++) {
            int[] distance = searched(grid, from);
            assertThat(neighbours(grid, from)).isSorted().doesNotHaveDuplicates();
            for (int to = 0; to < grid.nodes(); to++) {
                assertThat(grid.distance(from, to)).isEqualTo(distance[to]);
                List<Integer> route = route(grid, from, to);
                assertThat(route).hasSize(distance[to]);
                int at = from;
                for (int node : route) {
                    assertThat(grid.distance(at, node)).isEqualTo(1);
                    at = node;
                }
                assertThat(at).isEqualTo(to);
            }
        }
    }

    @Test
    void nodesAreNumberedRowByRow() {
        Grid grid = Grid.of(16, 8);
        assertThat(grid.node(3, 2)).isEqualTo(35);
        assertThat(grid.coordinate(35, 0)).isEqualTo(3);
        assertThat(grid.coordinate(35, 1)).isEqualTo(2);
        assertThat(neighbours(grid, 35)).containsExactly(19, 34, 36, 51);
        assertThat(route(grid, 35, 1)).containsExactly(34, 33, 17, 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    grid 0x8            | a side of a grid must be 1 or more, found 0
                    grid 2000x2000      | a grid must have at most 1048576 nodes
                    grid 2x2x2x2x2   | expected 1 to 4 sides behind 'grid', such as 'grid 16x8', found 'grid 2x2x2x2x2'
                    torus               | expected 1 to 4 sides behind 'torus', such as 'torus 8x4x4', found 'torus'
                    grid 16x            | expected 1 to 4 sides behind 'grid', such as 'grid 16x8', found 'grid 16x'
                    """)
    void aShapeThatIsNoneIsRefused(String shape, String sentence) {
        assertThatThrownBy(() -> NetworkKind.parse(shape))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    @Test
    void aPlaceOutsideIsRefused() {
        assertThatThrownBy(() -> Grid.of(16, 8).node(3, 8))
                .hasMessage("a coordinate must be 0 to 7 in dimension 2 of a grid 16x8, found 8");
        assertThatThrownBy(() -> Grid.of(16, 8).node(3))
                .hasMessage("a place in a grid 16x8 has 2 coordinates, found 1");
        assertThatThrownBy(() -> Grid.of(16, 8).distance(0, 128)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
