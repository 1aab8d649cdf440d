package io.banyan.sim.network;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * A network on which each message occupies the links of its route in turn: first come, first served, store and forward.
 * A message occupies a link for its transmission time, and reaches the next node after the latency. Messages that
 * arrive at one instant are served in the order in which they were sent. Not thread-safe. O(log messages) for each hop.
 */
public final class MessageNetwork {
    private static final int[] NO_LINKS = {};

    private final Links links;
    private final double latencyShare;
    private final double[] freeSec;
    private final Map<Long, int[]> routes = new HashMap<>();
    private final PriorityQueue<Message> moving =
            new PriorityQueue<>(Comparator.comparingDouble((Message message) -> message.atSec)
                    .thenComparingLong(message -> message.number));
    private long sent;
    private long hops;

    /** A message on its way. */
    private static final class Message {
        final long number;
        final int[] route;
        final double transmissionSec;
        final MessageRound round;
        final int sender;
        int passed;
        double atSec;

        Message(long number, int[] route, double transmissionSec, MessageRound round, int sender, double atSec) {
            this.number = number;
            this.route = route;
            this.transmissionSec = transmissionSec;
            this.round = round;
            this.sender = sender;
            this.atSec = atSec;
        }
    }

    /**
     * A network without messages.
     *
     * @param latencyShare the latency of a hop as a part of the transmission time of a message
     */
    public MessageNetwork(Links links, double latencyShare) {
        this.links = links;
        this.latencyShare = latencyShare;
        this.freeSec = new double[links.count()];
    }

    /** The time of the next event, in seconds; infinite without messages. */
    public double nextSec() {
        Message next = moving.peek();
        return next == null ? Double.POSITIVE_INFINITY : next.atSec;
    }

    /** The number of hops of all messages so far. */
    public long hops() {
        return hops;
    }

    /** Sends a message from one node to another. */
    void send(int from, int to, double transmissionSec, MessageRound round, int sender, double atSec) {
        moving.add(new Message(sent++, route(from, to), transmissionSec, round, sender, atSec));
    }

    private int[] route(int from, int to) {
        if (from == to) {
            return NO_LINKS;
        }
        return routes.computeIfAbsent((long) from * links.topology().nodes() + to, key -> {
            IntStream.Builder route = IntStream.builder();
            int[] at = {from};
            links.topology().eachOnRoute(from, to, next -> {
                route.add(links.link(at[0], next));
                at[0] = next;
            });
            return route.build().toArray();
        });
    }

    /**
     * Performs the next event: a message enters a link, or is received.
     *
     * @throws java.util.NoSuchElementException without messages
     */
    public void step() {
        Message message = moving.remove();
        if (message.round.isCancelled()) {
            return;
        }
        if (message.passed == message.route.length) {
            message.round.received(message.sender, message.atSec);
            return;
        }
        int link = message.route[message.passed++];
        double startSec = Math.max(message.atSec, freeSec[link]);
        freeSec[link] = startSec + message.transmissionSec;
        message.atSec = freeSec[link] + latencyShare * message.transmissionSec;
        hops++;
        moving.add(message);
    }
}
