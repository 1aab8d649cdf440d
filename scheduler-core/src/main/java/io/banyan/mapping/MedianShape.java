package io.banyan.mapping;

import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A connected partition that grows from its first node: each step adds the neighbour of the partition that adds least
 * to the sum of the distances of all pairs; of several, the first in machine order. Source: Linnert, De Rose, Heiss,
 * figure 8.
 *
 * <p>Only free neighbours are considered, so that a growth succeeds exactly where the free region around its first node
 * is large enough. The strict variant reads the figure literally: it considers all neighbours, and an occupied one ends
 * the growth.
 */
public final class MedianShape implements PartitionShape {
    private final Topology topology;
    private final boolean isStrict;

    private MedianShape(Topology topology, boolean isStrict) {
        this.topology = topology;
        this.isStrict = isStrict;
    }

    /** The rule that grows over free neighbours. */
    public static MedianShape of(Topology topology) {
        return new MedianShape(topology, false);
    }

    /** The rule whose growth an occupied neighbour ends. */
    public static MedianShape strict(Topology topology) {
        return new MedianShape(topology, true);
    }

    @Override
    public String requirement() {
        return isStrict ? "free nodes in a compact shape" : "connected free nodes";
    }

    /**
     * O(nodes x degree) to measure the regions, and O(boundary + sides) for each node of the partition. The strict
     * variant grows from each free node in turn.
     */
    @Override
    public List<Integer> find(BitSet free, int count, SearchWork work) {
        if (isStrict) {
            for (int first = free.nextSetBit(0); first >= 0; first = free.nextSetBit(first + 1)) {
                List<Integer> nodes = grow(first, free, count, work);
                if (nodes.size() == count) {
                    return nodes;
                }
            }
            return List.of();
        }
        int first = firstInLargeRegion(free, count, work);
        return first < 0 ? List.of() : grow(first, free, count, work);
    }

    /** The first free node in machine order whose region has so many nodes; -1 if there is none. */
    private int firstInLargeRegion(BitSet free, int count, SearchWork work) {
        BitSet left = (BitSet) free.clone();
        for (int first = left.nextSetBit(0); first >= 0; first = left.nextSetBit(first)) {
            int size = removed(first, left, count);
            work.add(size);
            if (size >= count) {
                return first;
            }
        }
        return -1;
    }

    /** The number of nodes of the largest region, also in the strict variant. O(nodes x degree). */
    @Override
    public int largest(BitSet free) {
        BitSet left = (BitSet) free.clone();
        int largest = 0;
        for (int first = left.nextSetBit(0); first >= 0; first = left.nextSetBit(first)) {
            largest = Math.max(largest, removed(first, left, topology.nodes()));
        }
        return largest;
    }

    /** Removes the region of a node from the nodes that are left, until so many are found; returns how many. */
    private int removed(int first, BitSet left, int count) {
        List<Integer> region = new ArrayList<>();
        left.clear(first);
        region.add(first);
        for (int i = 0; i < region.size() && region.size() < count; i++) {
            topology.eachNeighbour(region.get(i), node -> {
                if (left.get(node)) {
                    left.clear(node);
                    region.add(node);
                }
            });
        }
        return region.size();
    }

    /**
     * Grows from a free node; fewer nodes than wanted where the growth ends before. O(boundary + sides) for each node
     * of the partition.
     */
    public List<Integer> grow(int first, BitSet free, int count, SearchWork work) {
        var sums = PairSums.on(topology);
        List<Integer> nodes = new ArrayList<>(count);
        BitSet seen = new BitSet();
        SortedSet<Integer> edge = new TreeSet<>();
        seen.set(first);
        edge.add(first);
        while (nodes.size() < count && !edge.isEmpty()) {
            int nearest = nearest(edge, sums);
            if (!free.get(nearest)) {
                break;
            }
            edge.remove(nearest);
            nodes.add(nearest);
            sums.add(nearest);
            topology.eachNeighbour(nearest, node -> {
                work.add(1);
                if (!seen.get(node) && (isStrict || free.get(node))) {
                    seen.set(node);
                    edge.add(node);
                }
            });
        }
        return nodes;
    }

    private static int nearest(SortedSet<Integer> edge, PairSums sums) {
        int nearest = -1;
        long least = Long.MAX_VALUE;
        for (int node : edge) {
            long sum = sums.of(node);
            if (sum < least) {
                least = sum;
                nearest = node;
            }
        }
        return nearest;
    }
}
