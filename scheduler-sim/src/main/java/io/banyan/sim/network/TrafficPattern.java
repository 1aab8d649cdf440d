package io.banyan.sim.network;

import io.banyan.topology.Grid;
import java.util.Arrays;

/** The messages that the processes of a job exchange. */
public enum TrafficPattern {
    /** Each process sends one message to each other process. */
    ALL_PAIRS {
        @Override
        public Traffic between(Links links, int[] nodes) {
            return links.topology() instanceof Grid grid && grid.dimensions() <= 2 && !grid.isTorus()
                    ? GridTraffic.allPairs(links, grid, nodes)
                    : allRoutes(links, nodes);
        }

        @Override
        int[] byPlace(int[] nodes) {
            int[] sorted = nodes.clone();
            Arrays.sort(sorted);
            return sorted;
        }

        @Override
        int messages(int sender, int processes) {
            return processes - 1;
        }

        @Override
        int target(int sender, int number, int processes) {
            return (sender + 1 + number) % processes;
        }
    },
    /** The first process sends one message to each other process, and receives one from it. */
    FIRST_WITH_EACH {
        @Override
        public Traffic between(Links links, int[] nodes) {
            double[] loads = new double[links.count()];
            for (int i = 1; i < nodes.length; i++) {
                addRoute(links, nodes[0], nodes[i], loads);
                addRoute(links, nodes[i], nodes[0], loads);
            }
            return new Traffic(loads, 2L * (nodes.length - 1));
        }

        @Override
        int[] byPlace(int[] nodes) {
            int[] sorted = nodes.clone();
            Arrays.sort(sorted, 1, sorted.length);
            return sorted;
        }

        @Override
        int messages(int sender, int processes) {
            return sender == 0 ? processes - 1 : 1;
        }

        @Override
        int target(int sender, int number, int processes) {
            return sender == 0 ? number + 1 : 0;
        }
    };

    /**
     * The traffic of one round of messages. For all pairs, O(processes + nodes of the network) on a grid of up to two
     * dimensions, and O(processes^2 x distance) elsewhere; for the other pattern O(processes x distance).
     *
     * @param nodes of the processes; several can be on one node
     */
    public abstract Traffic between(Links links, int[] nodes);

    /**
     * The nodes in the order in which the processes send to each other: that of their places, so that the time of a
     * round depends on the places only. The first process stays the first one where it has a part of its own.
     */
    abstract int[] byPlace(int[] nodes);

    /** The number of messages that a process sends in one round. */
    abstract int messages(int sender, int processes);

    /** The process that receives one of these messages, by its number in the order in which they are sent, from 0. */
    abstract int target(int sender, int number, int processes);

    /** Whether each process sends equally many messages to each other one. */
    public boolean isEven() {
        return this == ALL_PAIRS;
    }

    /** The number of messages that each process sends to each other one in a round, by sender and receiver. */
    public int[][] messages(int processes) {
        int[][] messages = new int[processes][processes];
        for (int sender = 0; sender < processes; sender++) {
            for (int i = 0; i < messages(sender, processes); i++) {
                messages[sender][target(sender, i, processes)]++;
            }
        }
        return messages;
    }

    /** The traffic of all pairs, from the route of each message. */
    static Traffic allRoutes(Links links, int[] nodes) {
        double[] loads = new double[links.count()];
        for (int from : nodes) {
            for (int to : nodes) {
                addRoute(links, from, to, loads);
            }
        }
        return new Traffic(loads, (long) nodes.length * (nodes.length - 1));
    }

    private static void addRoute(Links links, int from, int to, double[] loads) {
        int[] at = {from};
        links.topology().eachOnRoute(from, to, next -> {
            loads[links.link(at[0], next)]++;
            at[0] = next;
        });
    }
}
