package io.banyan.topology;

import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * Any network of nodes and switches, given by its links. Distances are those of a breadth-first search. A node passes
 * messages on, as a switch does. Immutable and thread-safe.
 *
 * <p>Routes are shortest paths. Of several next vertices, the number of the target selects one, digit by digit, so that
 * the routes to the nodes of one switch are spread over all its paths (d-mod-k routing; Zahavi et al., Optimized
 * InfiniBand fat-tree routing for shift all-to-all communication patterns, 2010).
 *
 * <p>The distances from a vertex are a row, which is computed at its first use. The nodes that have one link, to the
 * same switch, share a row. All rows are kept in networks of up to about 4,096 vertices; in larger ones, as many as
 * {@link NetworkRows#MOST_ENTRIES} permits.
 */
public final class SwitchedNetwork implements Topology {
    private final String name;
    private final int nodes;
    private final int[][] linked;
    private final Optional<Places> places;
    private final NetworkRows rows;

    /** Takes the links as they are: by vertex, the vertices that are linked with it, in ascending order. */
    SwitchedNetwork(String name, int nodes, int[][] linked, Optional<Places> places) {
        this.name = name;
        this.nodes = nodes;
        this.linked = linked;
        this.places = places;
        this.rows = new NetworkRows(nodes, linked);
    }

    @Override
    public int nodes() {
        return nodes;
    }

    @Override
    public int vertices() {
        return linked.length;
    }

    @Override
    public Optional<Places> places() {
        return places;
    }

    /** O(1), and O(vertices + links) where the row of the first node is not known. */
    @Override
    public int distance(int from, int to) {
        checked(to);
        if (checked(from) == to) {
            return 0;
        }
        int origin = origin(from);
        int hops = rows.row(origin).hops(to);
        return hops < 0 ? UNREACHABLE : hops + (origin == from ? 0 : 1);
    }

    @Override
    public DistanceCounts distances() {
        long[] fromOrigins = new long[vertices()];
        for (int node = 0; node < nodes; node++) {
            fromOrigins[origin(node)]++;
        }
        long[] pairs = new long[vertices() + 2];
        long unreachable = 0;
        for (int origin = 0; origin < vertices(); origin++) {
            long times = fromOrigins[origin];
            if (times > 0) {
                int more = origin < nodes ? 0 : 1;
                NetworkRows.Row row = rows.row(origin);
                for (int to = 0; to < nodes; to++) {
                    int hops = row.hops(to);
                    if (hops < 0) {
                        unreachable += times;
                    } else {
                        pairs[hops + more] += times;
                    }
                }
                // Each node has met itself: behind its switch and back, or at once.
                pairs[2 * more] -= times;
            }
        }
        return new DistanceCounts(pairs, unreachable);
    }

    @Override
    public void eachNeighbour(int node, IntConsumer action) {
        for (int neighbour : rows.row(origin(checked(node))).neighbours()) {
            if (neighbour != node) {
                action.accept(neighbour);
            }
        }
    }

    @Override
    public int firstNeighbour(int node, IntPredicate condition) {
        for (int neighbour : rows.row(origin(checked(node))).neighbours()) {
            if (neighbour != node && condition.test(neighbour)) {
                return neighbour;
            }
        }
        return -1;
    }

    @Override
    public void eachLinked(int vertex, IntConsumer action) {
        for (int other : linked[vertex]) {
            action.accept(other);
        }
    }

    @Override
    public void eachOnRoute(int from, int to, IntConsumer action) {
        checked(from);
        int origin = origin(checked(to));
        NetworkRows.Row toOrigin = rows.row(origin);
        if (toOrigin.hops(from) < 0) {
            throw new IllegalArgumentException(
                    "there is no path from node " + from + " to node " + to + " of the " + name);
        }
        int digits = to;
        int at = from;
        while (at != to) {
            if (at == origin) {
                at = to;
            } else {
                int choices = choices(at, toOrigin);
                at = next(at, toOrigin, digits % choices);
                digits /= choices;
            }
            action.accept(at);
        }
    }

    /** The number of linked vertices that are nearer to a target. */
    private int choices(int at, NetworkRows.Row toOrigin) {
        int choices = 0;
        for (int other : linked[at]) {
            choices += toOrigin.hops(other) == toOrigin.hops(at) - 1 ? 1 : 0;
        }
        return choices;
    }

    private int next(int at, NetworkRows.Row toOrigin, int choice) {
        int left = choice;
        for (int other : linked[at]) {
            if (toOrigin.hops(other) == toOrigin.hops(at) - 1 && left-- == 0) {
                return other;
            }
        }
        throw new IllegalStateException("no vertex next to " + at + " is nearer to the target");
    }

    /** The vertex whose row has the distances of a node: its switch, if it has one link. */
    private int origin(int node) {
        int[] links = linked[node];
        return links.length == 1 && links[0] >= nodes ? links[0] : node;
    }

    private int checked(int node) {
        if (node < 0 || node >= nodes) {
            throw new IndexOutOfBoundsException("there is no node " + node + " in the " + name);
        }
        return node;
    }

    /** Returns the name of the network; with coordinates, the form that {@link NetworkKind#parse} reads. */
    @Override
    public String toString() {
        return name;
    }
}
