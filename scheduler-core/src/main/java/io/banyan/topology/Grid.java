package io.banyan.topology;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * A grid or a torus of one to four dimensions. Nodes are numbered row by row: the first coordinate changes fastest. The
 * distance of two nodes is their Manhattan distance, and messages take dimension-order routes.
 */
public final class Grid implements Topology {
    /** The most dimensions. */
    public static final int MAX_DIMENSIONS = 4;

    private final int[] sides;
    private final boolean isTorus;
    private final Places places;
    private final int nodes;

    private Grid(boolean isTorus, int... sides) {
        if (sides.length == 0 || sides.length > MAX_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "a grid must have 1 to " + MAX_DIMENSIONS + " dimensions, found " + sides.length);
        }
        this.sides = sides.clone();
        this.isTorus = isTorus;
        this.places = Places.firstFastest("grid", isTorus ? "torus" : "grid", sides);
        this.nodes = places.nodes();
    }

    /** A grid with these sides. */
    public static Grid of(int... sides) {
        return new Grid(false, sides);
    }

    /** A grid with these sides, and with links between the ends of each row. */
    public static Grid torus(int... sides) {
        return new Grid(true, sides);
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

    @Override
    public Optional<Places> places() {
        return Optional.of(places);
    }

    /** One coordinate of a node. */
    public int coordinate(int node, int dimension) {
        return places.coordinate(node, dimension);
    }

    /**
     * The node at a place.
     *
     * @throws IllegalArgumentException with one sentence, where the place is outside
     */
    public int node(int... coordinates) {
        return places.node(coordinates);
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

    /** Combines the counts of the dimensions, whose distances add up. O(sum of the squares of the sides). */
    @Override
    public DistanceCounts distances() {
        long[] pairs = {1};
        for (int side : sides) {
            long[] along = new long[side];
            for (int i = 0; i < side; i++) {
                along[isTorus ? Math.min(i, side - i) : i] += isTorus || i == 0 ? side : 2L * (side - i);
            }
            long[] all = new long[pairs.length + side - 1];
            for (int i = 0; i < pairs.length; i++) {
                for (int j = 0; j < side; j++) {
                    all[i + j] += pairs[i] * along[j];
                }
            }
            pairs = all;
        }
        pairs[0] = 0;
        return new DistanceCounts(pairs, 0);
    }

    @Override
    public void eachNeighbour(int node, IntConsumer action) {
        int[] found = new int[2 * sides.length];
        int count = neighbours(node, found);
        for (int i = 0; i < count; i++) {
            action.accept(found[i]);
        }
    }

    @Override
    public int firstNeighbour(int node, IntPredicate condition) {
        int[] found = new int[2 * sides.length];
        int count = neighbours(node, found);
        for (int i = 0; i < count; i++) {
            if (condition.test(found[i])) {
                return found[i];
            }
        }
        return -1;
    }

    /** Fills in the neighbours in machine order, and returns their number. */
    private int neighbours(int node, int[] found) {
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
        return count;
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

    /** Returns the shape in the form that {@link NetworkKind#parse} reads. */
    @Override
    public String toString() {
        return places.toString();
    }
}
