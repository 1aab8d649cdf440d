package io.banyan.sim.network;

import io.banyan.topology.Grid;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The images of a partition: it is mirrored along each dimension, and its first two dimensions change places. */
final class GridImages {
    private static final int NO_FIT = -1;

    private GridImages() {}

    /**
     * The images that fit on a grid, moved to its first corner, with the nodes in their order; elsewhere than on a grid
     * the partition itself. O(nodes x 2^dimensions).
     */
    static List<int[]> of(Topology topology, int[] nodes) {
        if (!(topology instanceof Grid grid) || grid.isTorus() || nodes.length == 0) {
            return List.of(nodes);
        }
        List<int[]> images = new ArrayList<>();
        for (int mirrored = 0; mirrored < 1 << grid.dimensions(); mirrored++) {
            for (int turned = 0; turned < Math.min(2, grid.dimensions()); turned++) {
                int[] image = image(grid, nodes, mirrored, turned == 1);
                if (image[0] != NO_FIT) {
                    images.add(image);
                }
            }
        }
        return images;
    }

    private static int[] image(Grid grid, int[] nodes, int mirrored, boolean isTurned) {
        int[][] places = new int[nodes.length][grid.dimensions()];
        for (int d = 0; d < grid.dimensions(); d++) {
            int from = isTurned && d < 2 ? 1 - d : d;
            boolean isMirrored = (mirrored >> d & 1) == 1;
            int least = Integer.MAX_VALUE;
            for (int i = 0; i < nodes.length; i++) {
                int coordinate = grid.coordinate(nodes[i], from);
                places[i][d] = isMirrored ? -coordinate : coordinate;
                least = Math.min(least, places[i][d]);
            }
            for (int[] place : places) {
                place[d] -= least;
                if (place[d] >= grid.side(d)) {
                    return new int[] {NO_FIT};
                }
            }
        }
        return Arrays.stream(places).mapToInt(grid::node).toArray();
    }
}
