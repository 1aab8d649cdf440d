package io.banyan.mapping;

import io.banyan.topology.Grid;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * The sum of the distances from a node to all nodes of a partition that grows. On a grid the sum is one of functions of
 * the coordinates, so that adding a node costs O(sides) and asking O(dimensions); elsewhere asking costs O(partition).
 */
interface PairSums {
    void add(int node);

    long of(int node);

    static PairSums on(Topology topology) {
        return topology instanceof Grid grid ? new OfGrid(grid) : new OfAny(topology);
    }

    /** Sums by coordinate. */
    final class OfGrid implements PairSums {
        private final Grid grid;
        private final long[][] sums;

        private OfGrid(Grid grid) {
            this.grid = grid;
            this.sums = new long[grid.dimensions()][];
            for (int d = 0; d < sums.length; d++) {
                sums[d] = new long[grid.side(d)];
            }
        }

        @Override
        public void add(int node) {
            for (int d = 0; d < sums.length; d++) {
                int at = grid.coordinate(node, d);
                for (int c = 0; c < sums[d].length; c++) {
                    int along = Math.abs(c - at);
                    sums[d][c] += grid.isTorus() ? Math.min(along, sums[d].length - along) : along;
                }
            }
        }

        @Override
        public long of(int node) {
            long sum = 0;
            for (int d = 0; d < sums.length; d++) {
                sum += sums[d][grid.coordinate(node, d)];
            }
            return sum;
        }
    }

    /** Sums of single distances. */
    final class OfAny implements PairSums {
        private final Topology topology;
        private final List<Integer> members = new ArrayList<>();

        private OfAny(Topology topology) {
            this.topology = topology;
        }

        @Override
        public void add(int node) {
            members.add(node);
        }

        @Override
        public long of(int node) {
            return members.stream()
                    .mapToLong(member -> topology.distance(member, node))
                    .sum();
        }
    }
}
