package io.banyan.topology;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Collects the links of a network. A repeated link counts once. Not thread-safe. */
public final class NetworkBuilder {
    /** The most nodes and switches. */
    public static final int MAX_VERTICES = 1 << 20;

    /** The most links. */
    public static final int MAX_LINKS = 1 << 22;

    private final String name;
    private final int nodes;
    private final int vertices;
    private final @Nullable Places places;
    private final IntStream.Builder ends = IntStream.builder();
    private final int[] degrees;
    private int links;

    private NetworkBuilder(String name, int nodes, long switches, @Nullable Places places) {
        if (nodes + switches > MAX_VERTICES) {
            throw new IllegalArgumentException("a network must have at most " + MAX_VERTICES
                    + " nodes and switches, but " + name + " has " + (nodes + switches));
        }
        this.name = name;
        this.nodes = nodes;
        this.vertices = (int) (nodes + switches);
        this.places = places;
        this.degrees = new int[vertices];
    }

    /**
     * A network without links.
     *
     * @param name for people
     * @throws IllegalArgumentException with one sentence, if there are more than {@link #MAX_VERTICES}
     */
    public static NetworkBuilder of(String name, int nodes, int switches) {
        return new NetworkBuilder(name, nodes, switches, null);
    }

    /** A network without links, whose nodes have coordinates. */
    static NetworkBuilder of(Places places, long switches) {
        return new NetworkBuilder(places.toString(), places.nodes(), switches, places);
    }

    /**
     * Links two vertices. O(1).
     *
     * @throws IllegalArgumentException with one sentence, if there is no such vertex, both are the same, or there are
     *     more than {@link #MAX_LINKS} links
     */
    public void link(int one, int other) {
        for (int vertex : new int[] {one, other}) {
            if (vertex < 0 || vertex >= vertices) {
                throw new IllegalArgumentException(
                        "a link leads to the vertex " + vertex + ", but the vertices are 0 to " + (vertices - 1));
            }
        }
        if (one == other) {
            throw new IllegalArgumentException("a link leads from the vertex " + one + " to itself");
        }
        if (++links > MAX_LINKS) {
            throw new IllegalArgumentException(
                    "a network must have at most " + MAX_LINKS + " links, but " + name + " has more");
        }
        ends.add(one).add(other);
        degrees[one]++;
        degrees[other]++;
    }

    /** Returns the network; no link can be added afterwards. O(vertices + links x log links of a vertex). */
    public SwitchedNetwork build() {
        int[][] linked = new int[vertices][];
        Arrays.setAll(linked, vertex -> new int[degrees[vertex]]);
        int[] all = ends.build().toArray();
        for (int i = 0; i < all.length; i += 2) {
            linked[all[i]][--degrees[all[i]]] = all[i + 1];
            linked[all[i + 1]][--degrees[all[i + 1]]] = all[i];
        }
        Arrays.setAll(
                linked,
                vertex -> Arrays.stream(linked[vertex]).sorted().distinct().toArray());
        return new SwitchedNetwork(name, nodes, linked, Optional.ofNullable(places));
    }
}
