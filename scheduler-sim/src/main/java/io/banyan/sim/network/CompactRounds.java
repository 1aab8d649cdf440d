package io.banyan.sim.network;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The time of rounds of messages on compact partitions of the empty machine, as a multiple of the time for which a
 * message occupies a link: the longest time of the images of the partition, so that a job is not late on one of them.
 * Thread-safe.
 */
public final class CompactRounds {
    private record Key(TrafficPattern pattern, int processes, boolean isSynchronous) {}

    private final CompactTraffic compact;
    private final double latencyShare;
    private final Map<Key, Double> known = new ConcurrentHashMap<>();

    /** The times on the partitions of a machine. */
    public CompactRounds(CompactTraffic compact, double latencyShare) {
        this.compact = compact;
        this.latencyShare = latencyShare;
    }

    /** The time of a round; 0 without messages. Computed once. O(messages x distance). */
    public double of(TrafficPattern pattern, int processes, boolean isSynchronous) {
        return known.computeIfAbsent(new Key(pattern, processes, isSynchronous), this::computed);
    }

    private double computed(Key key) {
        return GridImages.of(compact.links().topology(), compact.nodes(key.pattern, key.processes)).stream()
                .mapToDouble(nodes -> endSec(key, nodes))
                .max()
                .orElse(0);
    }

    private double endSec(Key key, int[] nodes) {
        double[] end = {0};
        var network = new MessageNetwork(compact.links(), latencyShare);
        new MessageRound(network, key.pattern, nodes, 1, key.isSynchronous, at -> end[0] = at).begin(0);
        while (network.nextSec() < Double.POSITIVE_INFINITY) {
            network.step();
        }
        return end[0];
    }
}
