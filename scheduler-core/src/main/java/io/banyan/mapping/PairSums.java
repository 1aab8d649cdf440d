package io.banyan.mapping;

import io.banyan.topology.Grid;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * The sum of the distances from a node to all nodes of a partition that grows. On a grid the sum is one of functions of
 * the coordinates, so that adding a node costs O(sides) and asking O(dimensions); elsewhere asking
 * costs O(nodes that were added since the node was asked for before).
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

    /** Sums of single distances. Those of a node are added when the node is asked for, each of them once. */
    final class OfAny implements PairSums {
        private final Topology topology;
        private final List<Integer> members = new ArrayList<>();
        private final long[] sums;
        /** By node: the number of members in its sum. */
        private final int[] added;

        private OfAny(Topology topology) {
            this.topology = topology;
            this.sums = new long[topology.nodes()];
            this.added = new int[topology.nodes()];
        }

        @Override
        public void add(int node) {
            members.add(node);
        }

        @Override
        public long of(int node) {
            while (added[node] < members.size()) {
                sums[node] += topology.distance(members.get(added[node]++), node);
            }
            return sums[node];
        }
    }
}
