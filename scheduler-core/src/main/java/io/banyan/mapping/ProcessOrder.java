package io.banyan.mapping;

import io.banyan.topology.Topology;
import java.util.Arrays;

/**
 * The nodes of a partition in the order in which the processes of a job take them, so that processes that exchange many
 * messages are near each other. The cost of an order is the sum over all messages of the links that they pass. A greedy
 * order is improved by exchanges of two processes, until none lowers the cost: the placement is a quadratic assignment
 * problem, whose optimum cannot be found in a short time. Source: Armour and Buffa, A heuristic algorithm and
 * simulation approach to relative location of facilities, 1963.
 *
 * <p>Where each process sends equally many messages to each other one, all orders have the same cost.
 */
public final class ProcessOrder {
    /** The most times that all pairs are tried. */
    private static final int MOST_PASSES = 50;

    private final int[][] messages;
    private final long[][] distances;

    private ProcessOrder(int[][] messages, int[] nodes, Topology topology) {
        int count = nodes.length;
        this.messages = new int[count][count];
        this.distances = new long[count][count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                this.messages[i][j] = messages[i][j] + messages[j][i];
                this.distances[i][j] = topology.distance(nodes[i], nodes[j]);
            }
        }
    }

    /**
     * Returns the nodes by process. Their cost is at most that of the given order, and no exchange of two lowers it.
     * O(processes^3) for each pass over all pairs; a handful of passes usually suffice.
     *
     * @param messages by sender and receiver: the number of messages
     * @param nodes one for each process
     * @throws IllegalArgumentException if there are not as many nodes as processes
     */
    public static int[] of(int[][] messages, int[] nodes, Topology topology) {
        if (messages.length != nodes.length) {
            throw new IllegalArgumentException(
                    "there are " + messages.length + " processes, but " + nodes.length + " nodes");
        }
        var order = new ProcessOrder(messages, nodes, topology);
        int[] given = new int[nodes.length];
        Arrays.setAll(given, i -> i);
        int[] greedy = order.greedy();
        int[] best = order.cost(greedy) < order.cost(given) ? greedy : given;
        order.exchange(best);
        return Arrays.stream(best).map(place -> nodes[place]).toArray();
    }

    /** The sum over all messages of the links that they pass, each in both directions. */
    private long cost(int[] places) {
        long cost = 0;
        for (int i = 0; i < places.length; i++) {
            cost += costOf(i, places[i], places, -1);
        }
        return cost;
    }

    /** The cost of a process at a place, without its messages to itself and to another process. */
    private long costOf(int process, int place, int[] places, int without) {
        long cost = 0;
        for (int other = 0; other < places.length; other++) {
            if (other != process && other != without) {
                cost += messages[process][other] * distances[place][places[other]];
            }
        }
        return cost;
    }

    /** Places the process with the most messages in the middle, and then that with the most to the placed ones. */
    private int[] greedy() {
        int count = messages.length;
        int[] places = new int[count];
        Arrays.fill(places, -1);
        boolean[] isTaken = new boolean[count];
        long[] weights = new long[count];
        for (int i = 0; i < count; i++) {
            weights[i] = Arrays.stream(messages[i]).sum();
        }
        for (int placed = 0; placed < count; placed++) {
            int process = heaviest(weights, places);
            places[process] = nearest(process, places, isTaken);
            isTaken[places[process]] = true;
            for (int other = 0; other < count; other++) {
                weights[other] = (placed == 0 ? 0 : weights[other]) + messages[other][process];
            }
        }
        return places;
    }

    /** The process without a place that has the largest weight; of several, the first. */
    private static int heaviest(long[] weights, int[] places) {
        int heaviest = -1;
        for (int i = 0; i < weights.length; i++) {
            if (places[i] < 0 && (heaviest < 0 || weights[i] > weights[heaviest])) {
                heaviest = i;
            }
        }
        return heaviest;
    }

    /** The free place with the least cost beside the placed processes; of several, that nearest to all other places. */
    private int nearest(int process, int[] places, boolean[] isTaken) {
        int nearest = -1;
        long least = Long.MAX_VALUE;
        long leastSum = Long.MAX_VALUE;
        for (int place = 0; place < places.length; place++) {
            if (isTaken[place]) {
                continue;
            }
            long cost = 0;
            for (int other = 0; other < places.length; other++) {
                cost += places[other] < 0 ? 0 : messages[process][other] * distances[place][places[other]];
            }
            long sum = Arrays.stream(distances[place]).sum();
            if (cost < least || (cost == least && sum < leastSum)) {
                nearest = place;
                least = cost;
                leastSum = sum;
            }
        }
        return nearest;
    }

    private void exchange(int[] places) {
        boolean isBetter = true;
        for (int pass = 0; isBetter && pass < MOST_PASSES; pass++) {
            isBetter = false;
            for (int i = 0; i < places.length; i++) {
                for (int j = 0; j < i; j++) {
                    isBetter |= exchangeIfBetter(i, j, places);
                }
            }
        }
    }

    /** Exchanges two processes if that lowers the cost. The messages between them pass the same links then. */
    private boolean exchangeIfBetter(int i, int j, int[] places) {
        long before = costOf(i, places[i], places, j) + costOf(j, places[j], places, i);
        long after = costOf(i, places[j], places, j) + costOf(j, places[i], places, i);
        if (after >= before) {
            return false;
        }
        int place = places[i];
        places[i] = places[j];
        places[j] = place;
        return true;
    }
}
