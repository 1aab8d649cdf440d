package io.banyan.topology;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A grid or a torus of one to four dimensions. Nodes are numbered row by row: the first coordinate changes fastest. The
 * distance of two nodes is their Manhattan distance, and messages take dimension-order routes.
 */
public final class Grid implements Topology {
    /** The most dimensions. */
    public static final int MAX_DIMENSIONS = 4;

    /** The most nodes. */
    public static final int MAX_NODES = 1 << 20;

    private static final Pattern SHAPE = Pattern.compile("(grid|torus) ([0-9]{1,7}(?:x[0-9]{1,7}){0,3})");

    private final int[] sides;
    private final boolean isTorus;
    private final int nodes;

    private Grid(boolean isTorus, int... sides) {
        if (sides.length == 0 || sides.length > MAX_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "a grid must have 1 to " + MAX_DIMENSIONS + " dimensions, found " + sides.length);
        }
        long product = 1;
        for (int side : sides) {
            if (side < 1) {
                throw new IllegalArgumentException("a side of a grid must be 1 or more, found " + side);
            }
            product = Math.min(product * side, Integer.MAX_VALUE);
        }
        if (product > MAX_NODES) {
            throw new IllegalArgumentException("a grid must have at most " + MAX_NODES + " nodes");
        }
        this.sides = sides.clone();
        this.isTorus = isTorus;
        this.nodes = (int) product;
    }

    /** A grid with these sides. */
    public static Grid of(int... sides) {
        return new Grid(false, sides);
    }

    /** A grid with these sides, and with links between the ends of each row. */
    public static Grid torus(int... sides) {
        return new Grid(true, sides);
    }

    /**
     * Reads a shape such as {@code grid 16x8} or {@code torus 4x4x4x2}.
     *
     * @throws IllegalArgumentException with one sentence, if the text is not a shape
     */
    public static Grid parse(String text) {
        Matcher shape = SHAPE.matcher(text);
        if (!shape.matches()) {
            throw new IllegalArgumentException(
                    "expected a shape such as 'grid 16x8' or 'torus 4x4x4x2', found '" + text + "'");
        }
        int[] sides = Arrays.stream(shape.group(2).split("x", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        return new Grid(shape.group(1).equals("torus"), sides);
    }

    /** The number of dimensions. */
    public int dimensions() {
        return sides.length;
    }

    /** The number of nodes along a dimension. */
    public int side(int dimension) {
        return sides[dimension];
    }

    /** Whether the ends of each row are linked. */
    public boolean isTorus() {
        return isTorus;
    }

    @Override
    public int nodes() {
        return nodes;
    }

    /** One coordinate of a node. */
    public int coordinate(int node, int dimension) {
        int rest = checked(node);
        for (int d = 0; d < dimension; d++) {
            rest /= sides[d];
        }
        return rest % sides[dimension];
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
        for (int d = sides.length - 1; d >= 0; d--) {
            if (coordinates[d] < 0 || coordinates[d] >= sides[d]) {
                throw new IllegalArgumentException("a coordinate must be 0 to " + (sides[d] - 1) + " in dimension "
                        + (d + 1) + " of a " + this + ", found " + coordinates[d]);
            }
            node = node * sides[d] + coordinates[d];
        }
        return node;
    }

    @Override
    public int distance(int from, int to) {
        int a = checked(from);
        int b = checked(to);
        int distance = 0;
        for (int side : sides) {
            int along = Math.abs(a % side - b % side);
            distance += isTorus ? Math.min(along, side - along) : along;
            a /= side;
            b /= side;
        }
        return distance;
    }

    @Override
    public void eachNeighbour(int node, IntConsumer action) {
        int[] found = new int[2 * sides.length];
        int count = 0;
        int stride = 1;
        int rest = checked(node);
        for (int side : sides) {
            int at = rest % side;
            int before = at > 0 ? node - stride : isTorus && side > 2 ? node + (side - 1) * stride : -1;
            int after = at < side - 1 ? node + stride : isTorus && side > 2 ? node - (side - 1) * stride : -1;
            if (before >= 0) {
                found[count++] = before;
            }
            if (after >= 0) {
                found[count++] = after;
            }
            rest /= side;
            stride *= side;
        }
        Arrays.sort(found, 0, count);
        for (int i = 0; i < count; i++) {
            action.accept(found[i]);
        }
    }

    @Override
    public void eachOnRoute(int from, int to, IntConsumer action) {
        int at = checked(from);
        checked(to);
        int stride = 1;
        for (int d = 0; d < sides.length; d++) {
            int side = sides[d];
            int here = coordinate(from, d);
            int there = coordinate(to, d);
            int up = Math.floorMod(there - here, side);
            boolean isUp = isTorus ? up <= side - up : there > here;
            for (int left = isTorus ? Math.min(up, side - up) : Math.abs(there - here); left > 0; left--) {
                int next = Math.floorMod(here + (isUp ? 1 : -1), side);
                at += (next - here) * stride;
                here = next;
                action.accept(at);
            }
            stride *= side;
        }
    }

    private int checked(int node) {
        if (node < 0 || node >= nodes) {
            throw new IndexOutOfBoundsException("there is no node " + node + " in a " + this);
        }
        return node;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Grid grid && grid.isTorus == isTorus && Arrays.equals(grid.sides, sides);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(sides) + Boolean.hashCode(isTorus);
    }

    /** Returns the shape in the form that {@link #parse} reads. */
    @Override
    public String toString() {
        return (isTorus ? "torus " : "grid ")
                + Arrays.stream(sides).mapToObj(String::valueOf).collect(Collectors.joining("x"));
    }
}
