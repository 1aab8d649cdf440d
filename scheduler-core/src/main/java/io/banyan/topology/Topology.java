package io.banyan.topology;

import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * A network of nodes and switches. Its vertices are numbers: the nodes from 0 on, in machine order, and behind them the
 * switches. A network without switches links its nodes directly. Immutable.
 *
 * <p>Methods that take a node or a vertex throw an IndexOutOfBoundsException where there is none with this number.
 */
public interface Topology {
    /** The distance of nodes without a path between them. */
    int UNREACHABLE = Integer.MAX_VALUE;

    /** The number of nodes. */
    int nodes();

    /** The number of nodes and switches. */
    default int vertices() {
        return nodes();
    }

    /** The numbering of the nodes by their coordinates; empty in a network whose nodes have none. */
    Optional<Places> places();

    /** The number of links on a shortest path between two nodes; {@link #UNREACHABLE} without a path. */
    int distance(int from, int to);

    /** Counts the pairs of nodes by distance. O(nodes) on a grid, and O(nodes x switches with nodes) elsewhere. */
    DistanceCounts distances();

    /**
     * Passes the neighbours of a node, in the order of their distances, and then in machine order. A neighbour is a
     * node that a path over switches reaches without another node between; without switches, a node at distance 1.
     * O(neighbours).
     */
    void eachNeighbour(int node, IntConsumer action);

    /**
     * Returns the first neighbour, in the order of {@link #eachNeighbour}, that meets a condition; -1 if there is none.
     * No neighbour behind it is tested. O(tested neighbours).
     */
    int firstNeighbour(int node, IntPredicate condition);

    /** Passes the vertices that are linked with a vertex, in the order of their numbers. O(links of the vertex). */
    default void eachLinked(int vertex, IntConsumer action) {
        eachNeighbour(vertex, action);
    }

    /**
     * Passes the vertices that a message visits on its way between two nodes, in order, without the first one and with
     * the last one. O(links of these vertices).
     *
     * @throws IllegalArgumentException without a path
     */
    void eachOnRoute(int from, int to, IntConsumer action);
}
