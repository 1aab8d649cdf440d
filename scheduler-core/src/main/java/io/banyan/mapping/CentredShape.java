package io.banyan.mapping;

import io.banyan.topology.Grid;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The free nodes nearest to a centre, for the centre whose nodes have the least sum of the distances of all pairs. The
 * centres are the crossings of rows and columns with free nodes. The partition need not be connected. On a grid, the
 * sum is at most 7/4 of the least possible one. Source: Bender et al., Communication-aware processor allocation for
 * supercomputers, 2008, algorithm MM.
 */
public final class CentredShape implements PartitionShape {
    private final Topology topology;

    public CentredShape(Topology topology) {
        this.topology = topology;
    }

    @Override
    public String requirement() {
        return "free nodes";
    }

    /** O(centres x (free nodes + partition x sides)). */
    @Override
    public List<Integer> find(BitSet free, int count, SearchWork work) {
        if (free.cardinality() < count) {
            return List.of();
        }
        List<Integer> best = List.of();
        long least = Long.MAX_VALUE;
        BitSet centres = centres(free);
        for (int centre = centres.nextSetBit(0); centre >= 0; centre = centres.nextSetBit(centre + 1)) {
            List<Integer> nodes = nearest(centre, free, count);
            work.add(free.cardinality());
            long sum = sum(nodes);
            if (sum < least) {
                least = sum;
                best = nodes;
            }
        }
        return best;
    }

    /** The crossings of the rows and columns with free nodes; elsewhere than on a grid the free nodes. */
    private BitSet centres(BitSet free) {
        if (!(topology instanceof Grid grid)) {
            return free;
        }
        List<BitSet> used = new ArrayList<>();
        for (int d = 0; d < grid.dimensions(); d++) {
            BitSet coordinates = new BitSet();
            for (int node = free.nextSetBit(0); node >= 0; node = free.nextSetBit(node + 1)) {
                coordinates.set(grid.coordinate(node, d));
            }
            used.add(coordinates);
        }
        BitSet centres = new BitSet();
        IntStream.range(0, grid.nodes())
                .filter(node -> IntStream.range(0, used.size())
                        .allMatch(d -> used.get(d).get(grid.coordinate(node, d))))
                .forEach(centres::set);
        return centres;
    }

    /** The nearest free nodes; of those at one distance, the first in machine order. */
    private List<Integer> nearest(int centre, BitSet free, int count) {
        List<List<Integer>> byDistance = new ArrayList<>();
        for (int node = free.nextSetBit(0); node >= 0; node = free.nextSetBit(node + 1)) {
            int distance = topology.distance(centre, node);
            if (distance != Topology.UNREACHABLE) {
                while (byDistance.size() <= distance) {
                    byDistance.add(new ArrayList<>());
                }
                byDistance.get(distance).add(node);
            }
        }
        List<Integer> nodes =
                byDistance.stream().flatMap(List::stream).limit(count).toList();
        return nodes.size() < count ? List.of() : nodes;
    }

    private long sum(List<Integer> nodes) {
        if (nodes.isEmpty()) {
            return Long.MAX_VALUE;
        }
        var sums = PairSums.on(topology);
        long sum = 0;
        for (int node : nodes) {
            sum += sums.of(node);
            sums.add(node);
        }
        return sum;
    }
}
