package io.banyan.sim.network;

import io.banyan.topology.Grid;

/**
 * The traffic of all pairs on a grid of up to two dimensions, by sums over rows and columns. A message goes along its
 * row first and then along the column of its target, so that the load of a link is a product of two such sums.
 */
final class GridTraffic {
    private final Links links;
    private final int width;
    private final int height;
    private final int[][] processes;
    private final double[] loads;

    private GridTraffic(Links links, Grid grid, int[] nodes) {
        this.links = links;
        this.width = grid.side(0);
        this.height = grid.dimensions() == 1 ? 1 : grid.side(1);
        this.processes = new int[height][width];
        this.loads = new double[links.count()];
        for (int node : nodes) {
            processes[node / width][node % width]++;
        }
    }

    /** O(processes + nodes of the grid). */
    static Traffic allPairs(Links links, Grid grid, int[] nodes) {
        var traffic = new GridTraffic(links, grid, nodes);
        traffic.addRows(nodes.length);
        traffic.addColumns(nodes.length);
        return new Traffic(traffic.loads, (long) nodes.length * (nodes.length - 1));
    }

    /** Along a row: from its processes on one side of a link to all processes on the other side of the column. */
    private void addRows(int all) {
        int[] columns = new int[width];
        for (int[] row : processes) {
            for (int x = 0; x < width; x++) {
                columns[x] += row[x];
            }
        }
        for (int y = 0; y < height; y++) {
            int inRow = 0;
            for (int count : processes[y]) {
                inRow += count;
            }
            int left = 0;
            int leftOfAll = 0;
            for (int x = 0; x + 1 < width; x++) {
                left += processes[y][x];
                leftOfAll += columns[x];
                int node = y * width + x;
                loads[links.link(node, node + 1)] = (double) left * (all - leftOfAll);
                loads[links.link(node + 1, node)] = (double) (inRow - left) * leftOfAll;
            }
        }
    }

    /** Along a column: from all processes on one side of the row to those of the column on the other side. */
    private void addColumns(int all) {
        int[] inColumn = new int[width];
        for (int[] row : processes) {
            for (int x = 0; x < width; x++) {
                inColumn[x] += row[x];
            }
        }
        int[] above = new int[width];
        int aboveOfAll = 0;
        for (int y = 0; y + 1 < height; y++) {
            for (int x = 0; x < width; x++) {
                above[x] += processes[y][x];
                aboveOfAll += processes[y][x];
            }
            for (int x = 0; x < width; x++) {
                int node = y * width + x;
                loads[links.link(node, node + width)] = (double) aboveOfAll * (inColumn[x] - above[x]);
                loads[links.link(node + width, node)] = (double) (all - aboveOfAll) * above[x];
            }
        }
    }
}
