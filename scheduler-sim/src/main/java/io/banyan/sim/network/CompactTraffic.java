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
    private final Map<Key, Compact> known = new ConcurrentHashMap<>();

    /** A compact partition, and the traffic on it. */
    private record Compact(List<Integer> nodes, Traffic traffic) {
        Compact {
            nodes = List.copyOf(nodes);
        }
    }

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
        return compact(pattern, processes).traffic;
    }

    /** The nodes of the processes, as {@link #of} chooses them. */
    int[] nodes(TrafficPattern pattern, int processes) {
        return compact(pattern, processes).nodes.stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private Compact compact(TrafficPattern pattern, int processes) {
        return known.computeIfAbsent(new Key(pattern, processes), this::computed);
    }

    private Compact computed(Key key) {
        int all = links.topology().nodes();
        BitSet free = new BitSet();
        free.set(0, all);
        int step = (int) Math.max(1, (long) all * key.processes / MOST_WORK);
        Compact best = grown(0, free, key);
        for (int first = step; first < all; first += step) {
            Compact other = grown(first, free, key);
            best = other.traffic.meanHops() < best.traffic.meanHops() ? other : best;
        }
        return best;
    }

    private Compact grown(int first, BitSet free, Key key) {
        List<Integer> nodes = shape.grow(first, free, key.processes, new PartitionShape.SearchWork());
        if (nodes.size() < key.processes) {
            throw new IllegalArgumentException("the network has fewer than " + key.processes + " connected nodes");
        }
        int[] chosen = nodes.stream().mapToInt(Integer::intValue).toArray();
        return new Compact(nodes, key.pattern.between(links, chosen));
    }
}
