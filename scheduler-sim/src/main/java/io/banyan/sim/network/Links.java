package io.banyan.sim.network;

import io.banyan.topology.Topology;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The directed links of a network, each with a number: two for each pair of linked vertices. Immutable. */
public final class Links {
    private final Topology topology;
    private final int[][] linked;
    private final int[] first;

    /** Numbers the links by the vertex that they leave. O(links). */
    public Links(Topology topology) {
        this.topology = topology;
        this.linked = new int[topology.vertices()][];
        this.first = new int[topology.vertices() + 1];
        for (int vertex = 0; vertex < linked.length; vertex++) {
            IntStream.Builder found = IntStream.builder();
            topology.eachLinked(vertex, found::add);
            linked[vertex] = found.build().toArray();
            first[vertex + 1] = first[vertex] + linked[vertex].length;
        }
    }

    /** The network. */
    public Topology topology() {
        return topology;
    }

    /** The number of links. */
    public int count() {
        return first[linked.length];
    }

    /**
     * The link from a vertex to another one. O(log links of the vertex).
     *
     * @throws IllegalArgumentException if they are not linked
     */
    public int link(int from, int to) {
        int at = Arrays.binarySearch(linked[from], to);
        if (at < 0) {
            throw new IllegalArgumentException("there is no link from node " + from + " to node " + to);
        }
        return first[from] + at;
    }
}
