package io.banyan.sim.network;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The time of rounds of messages on compact partitions of the empty machine, as a multiple of the time for which a
 * message occupies a link: the longest time of several orders of the processes on the nodes of the partition, so that a
 * job is not late there because of the order. Thread-safe.
 */
public final class CompactRounds {
    private static final long SEED = 1;
    private static final int FEW = 16;
    private static final int ORDERS = 64;
    private static final int ORDERS_OF_MANY = 8;

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
        int[] nodes = compact.nodes(key.pattern, key.processes);
        SplittableRandom random = new SplittableRandom(SEED);
        double longest = endSec(key, nodes);
        for (int i = 0; i < (key.processes <= FEW ? ORDERS : ORDERS_OF_MANY); i++) {
            shuffle(nodes, random);
            longest = Math.max(longest, endSec(key, nodes));
        }
        return longest;
    }

    private static void shuffle(int[] nodes, SplittableRandom random) {
        for (int i = nodes.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int node = nodes[i];
            nodes[i] = nodes[other];
            nodes[other] = node;
        }
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
