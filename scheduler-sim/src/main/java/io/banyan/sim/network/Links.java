package io.banyan.sim.network;

import io.banyan.topology.Topology;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The directed links of a network, each with a number: two for each pair of neighbours. Immutable. */
public final class Links {
    private final Topology topology;
    private final int[][] neighbours;
    private final int[] first;

    /** Numbers the links by the node that they leave. O(links). */
    public Links(Topology topology) {
        this.topology = topology;
        this.neighbours = new int[topology.nodes()][];
        this.first = new int[topology.nodes() + 1];
        for (int node = 0; node < neighbours.length; node++) {
            IntStream.Builder found = IntStream.builder();
            topology.eachNeighbour(node, found::add);
            neighbours[node] = found.build().toArray();
            first[node + 1] = first[node] + neighbours[node].length;
        }
    }

    /** The network. */
    public Topology topology() {
        return topology;
    }

    /** The number of links. */
    public int count() {
        return first[neighbours.length];
    }

    /**
     * The link from a node to a neighbour. O(log neighbours).
     *
     * @throws IllegalArgumentException if they are not neighbours
     */
    public int link(int from, int to) {
        int at = Arrays.binarySearch(neighbours[from], to);
        if (at < 0) {
            throw new IllegalArgumentException("there is no link from node " + from + " to node " + to);
        }
        return first[from] + at;
    }
}
