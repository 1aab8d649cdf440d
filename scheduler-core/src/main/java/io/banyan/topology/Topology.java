package io.banyan.topology;

import java.util.function.IntConsumer;

/**
 * A network of nodes. Its nodes are the numbers from 0 on, in machine order. Immutable.
 *
 * <p>Methods that take a node throw an IndexOutOfBoundsException where there is none with this number.
 */
public interface Topology {
    /** The distance of nodes without a path between them. */
    int UNREACHABLE = Integer.MAX_VALUE;

    /** The number of nodes. */
    int nodes();

    /** The number of links on a shortest path between two nodes; {@link #UNREACHABLE} without a path. */
    int distance(int from, int to);

    /** Passes the neighbours of a node, that is, the nodes at distance 1, in machine order. O(neighbours). */
    void eachNeighbour(int node, IntConsumer action);

    /**
     * Passes the nodes that a message visits on its way, in order, without the first one and with the last one. O(their
     * number).
     *
     * @throws IllegalArgumentException without a path
     */
    void eachOnRoute(int from, int to, IntConsumer action);
}
