package io.banyan.topology;

import java.util.Arrays;
import java.util.BitSet;

/**
 * An order of the nodes of a network, such as that of a space-filling curve. Nodes that follow each other are near each
 * other, so that consecutive nodes make a compact partition. Immutable.
 */
public final class NodeOrder {
    private final int[] nodes;
    private final int[] positions;
    private final int jumps;
    /** The positions of nodes to which there is no path from the node before. */
    private final BitSet cuts = new BitSet();

    private NodeOrder(Topology topology, int[] nodes) {
        this.nodes = nodes;
        this.positions = new int[nodes.length];
        int found = 0;
        for (int i = 0; i < nodes.length; i++) {
            positions[nodes[i]] = i;
            if (i > 0) {
                found += isJump(topology, nodes[i - 1], nodes[i]) ? 1 : 0;
                cuts.set(i, topology.distance(nodes[i - 1], nodes[i]) == Topology.UNREACHABLE);
            }
        }
        this.jumps = found;
    }

    private static boolean isJump(Topology topology, int from, int to) {
        int nearest = topology.firstNeighbour(from, neighbour -> true);
        return nearest < 0 || topology.distance(from, to) > topology.distance(from, nearest);
    }

    /**
     * The order of a Hilbert curve on a grid: in two dimensions for any sides, in three for even ones; otherwise that
     * of the enclosing cube, whose sides are a power of two, without the places outside the grid. O(nodes x log nodes).
     * On any other network, the depth-first order of its hierarchy. O(nodes) if its nodes have coordinates, and
     * O(links x links of a vertex) otherwise.
     */
    public static NodeOrder hilbert(Topology topology) {
        if (!(topology instanceof Grid grid)) {
            return hierarchy(topology);
        }
        return new NodeOrder(grid, isBox(grid) ? new BoxCurve(grid).nodes() : CubeCurve.nodes(grid));
    }

    /**
     * The depth-first order of the hierarchy of a network with switches: the machine order if its nodes have
     * coordinates. O(nodes), and O(links x links of a vertex) without coordinates.
     */
    private static NodeOrder hierarchy(Topology topology) {
        return topology.places().isPresent() ? rows(topology) : new NodeOrder(topology, HierarchyOrder.nodes(topology));
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

    /**
     * The order row by row, in alternating directions, on a grid. O(nodes). On any other network, the order of its
     * hierarchy ({@link #hilbert}).
     */
    public static NodeOrder snake(Topology topology) {
        if (!(topology instanceof Grid grid)) {
            return hierarchy(topology);
        }
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

    /** The machine order, which is row by row on a grid. O(nodes). */
    public static NodeOrder rows(Topology topology) {
        int[] nodes = new int[topology.nodes()];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = i;
        }
        return new NodeOrder(topology, nodes);
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

    /** Whether there is no path to the node at a position from the node before. */
    public boolean isCut(int position) {
        return cuts.get(position);
    }

    /** The number of steps from a node to one that is farther than its nearest neighbour. */
    public int jumps() {
        return jumps;
    }
}
