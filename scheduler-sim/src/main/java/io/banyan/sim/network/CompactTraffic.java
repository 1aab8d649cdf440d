package io.banyan.sim.network;

import io.banyan.mapping.MedianShape;
import io.banyan.mapping.PartitionShape;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The traffic of jobs on compact partitions of the empty machine, with one process on each node. Of the partitions that
 * grow from each node as that of a Manhattan median, it is the one with the shortest distances. Thread-safe.
 */
public final class CompactTraffic {
    /** On a large machine partitions grow from some of the nodes only, so that about as many nodes are taken in all. */
    private static final long MOST_WORK = 1_000_000;

    private record Key(TrafficPattern pattern, int processes) {}

    private final Links links;
    private final MedianShape shape;
    private final Map<Key, Traffic> known = new ConcurrentHashMap<>();

    /** The traffic on these links. */
    public CompactTraffic(Links links) {
        this.links = links;
        this.shape = MedianShape.of(links.topology());
    }

    /** The links. */
    public Links links() {
        return links;
    }

    /**
     * The traffic of so many processes; computed once. O(nodes) growths.
     *
     * @throws IllegalArgumentException if the machine has fewer connected nodes
     */
    public Traffic of(TrafficPattern pattern, int processes) {
        return known.computeIfAbsent(new Key(pattern, processes), this::computed);
    }

    private Traffic computed(Key key) {
        int all = links.topology().nodes();
        BitSet free = new BitSet();
        free.set(0, all);
        int step = (int) Math.max(1, (long) all * key.processes / MOST_WORK);
        Traffic best = grown(0, free, key);
        for (int first = step; first < all; first += step) {
            Traffic other = grown(first, free, key);
            best = other.meanHops() < best.meanHops() ? other : best;
        }
        return best;
    }

    private Traffic grown(int first, BitSet free, Key key) {
        List<Integer> nodes = shape.grow(first, free, key.processes, new PartitionShape.SearchWork());
        if (nodes.size() < key.processes) {
            throw new IllegalArgumentException("the network has fewer than " + key.processes + " connected nodes");
        }
        return key.pattern.between(
                links, nodes.stream().mapToInt(Integer::intValue).toArray());
    }
}
