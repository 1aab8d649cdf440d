package io.banyan.topology;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The coordinates of nodes that are numbered along the sides of a network. Immutable. */
public final class Places {
    /** The most nodes. */
    public static final int MAX_NODES = 1 << 20;

    private final String shape;
    private final int[] sides;
    private final int[] strides;
    private final int nodes;

    private Places(String kind, String shape, boolean isFirstFastest, int... sides) {
        long product = 1;
        for (int side : sides) {
            if (side < 1) {
                throw new IllegalArgumentException("a side of a " + kind + " must be 1 or more, found " + side);
            }
            product = Math.min(product * side, Integer.MAX_VALUE);
        }
        if (product > MAX_NODES) {
            throw new IllegalArgumentException("a " + kind + " must have at most " + MAX_NODES + " nodes");
        }
        this.shape =
                shape + " " + Arrays.stream(sides).mapToObj(String::valueOf).collect(Collectors.joining("x"));
        this.sides = sides.clone();
        this.strides = new int[sides.length];
        this.nodes = (int) product;
        int stride = 1;
        for (int i = 0; i < sides.length; i++) {
            int d = isFirstFastest ? i : sides.length - 1 - i;
            strides[d] = stride;
            stride *= sides[d];
        }
    }

    /**
     * The numbers of a network whose first coordinate changes fastest.
     *
     * @param kind for messages, such as {@code grid}
     * @param word the name of the shape before its sides
     * @throws IllegalArgumentException with one sentence, if a side is below 1, or there are too many nodes
     */
    static Places firstFastest(String kind, String word, int... sides) {
        return new Places(kind, word, true, sides);
    }

    /**
     * The numbers of a network whose last coordinate changes fastest.
     *
     * @param kind for messages, such as {@code fat tree}
     * @param word the name of the shape before its sides
     * @throws IllegalArgumentException with one sentence, if a side is below 1, or there are too many nodes
     */
    static Places lastFastest(String kind, String word, int... sides) {
        return new Places(kind, word, false, sides);
    }

    /** The number of nodes. */
    public int nodes() {
        return nodes;
    }

    /** The number of coordinates of a node. */
    public int dimensions() {
        return sides.length;
    }

    /** The number of places along a dimension. */
    public int side(int dimension) {
        return sides[dimension];
    }

    /** One coordinate of a node. O(1). */
    public int coordinate(int node, int dimension) {
        if (node < 0 || node >= nodes) {
            throw new IndexOutOfBoundsException("there is no node " + node + " in a " + this);
        }
        return node / strides[dimension] % sides[dimension];
    }

    /** The coordinates of a node as text, such as {@code 3,2}. */
    public String text(int node) {
        return IntStream.range(0, sides.length)
                .mapToObj(d -> String.valueOf(coordinate(node, d)))
                .collect(Collectors.joining(","));
    }

    /**
     * The node at a place.
     *
     * @throws IllegalArgumentException with one sentence, where the place is outside
     */
    public int node(int... coordinates) {
        if (coordinates.length != sides.length) {
            throw new IllegalArgumentException(
                    "a place in a " + this + " has " + sides.length + " coordinates, found " + coordinates.length);
        }
        int node = 0;
        for (int d = 0; d < sides.length; d++) {
            if (coordinates[d] < 0 || coordinates[d] >= sides[d]) {
                throw new IllegalArgumentException("a coordinate must be 0 to " + (sides[d] - 1) + " in dimension "
                        + (d + 1) + " of a " + this + ", found " + coordinates[d]);
            }
            node += coordinates[d] * strides[d];
        }
        return node;
    }

    /** Returns the shape with its sides, such as {@code grid 16x8}. */
    @Override
    public String toString() {
        return shape;
    }
}
