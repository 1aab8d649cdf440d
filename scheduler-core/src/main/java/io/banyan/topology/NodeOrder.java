package io.banyan.topology;

import java.util.Arrays;

/**
 * An order of the nodes of a grid, such as that of a space-filling curve. Nodes that follow each other are near each
 * other, so that consecutive nodes make a compact partition. Immutable.
 */
public final class NodeOrder {
    private final int[] nodes;
    private final int[] positions;
    private final int jumps;

    private NodeOrder(Grid grid, int[] nodes) {
        this.nodes = nodes;
        this.positions = new int[nodes.length];
        int found = 0;
        for (int i = 0; i < nodes.length; i++) {
            positions[nodes[i]] = i;
            found += i > 0 && grid.distance(nodes[i - 1], nodes[i]) > 1 ? 1 : 0;
        }
        this.jumps = found;
    }

    /**
     * The order of a Hilbert curve: in two dimensions for any sides, in three for even ones; otherwise that of the
     * enclosing cube, whose sides are a power of two, without the places outside the grid. O(nodes x log nodes).
     */
    public static NodeOrder hilbert(Grid grid) {
        return new NodeOrder(grid, isBox(grid) ? new BoxCurve(grid).nodes() : CubeCurve.nodes(grid));
    }

    private static boolean isBox(Grid grid) {
        int dimensions = grid.dimensions();
        boolean areEven = true;
        boolean isCube = Integer.bitCount(grid.side(0)) == 1;
        for (int d = 0; d < dimensions; d++) {
            areEven &= grid.side(d) % 2 == 0;
            isCube &= grid.side(d) == grid.side(0);
        }
        return dimensions <= 2 || (dimensions == 3 && areEven && !isCube);
    }

    /** The order row by row, in alternating directions. O(nodes). */
    public static NodeOrder snake(Grid grid) {
        int[] nodes = new int[grid.nodes()];
        int[] place = new int[grid.dimensions()];
        int[] step = new int[grid.dimensions()];
        Arrays.fill(step, 1);
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = grid.node(place);
            int d = 0;
            while (d < place.length && (place[d] + step[d] < 0 || place[d] + step[d] >= grid.side(d))) {
                step[d] = -step[d];
                d++;
            }
            if (d < place.length) {
                place[d] += step[d];
            }
        }
        return new NodeOrder(grid, nodes);
    }

    /** The machine order, row by row. O(nodes). */
    public static NodeOrder rows(Grid grid) {
        int[] nodes = new int[grid.nodes()];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = i;
        }
        return new NodeOrder(grid, nodes);
    }

    /** The number of nodes. */
    public int length() {
        return nodes.length;
    }

    /** The node at a position. */
    public int node(int position) {
        return nodes[position];
    }

    /** The position of a node. */
    public int position(int node) {
        return positions[node];
    }

    /** The number of steps from a node to one that is not its neighbour. */
    public int jumps() {
        return jumps;
    }
}
