package io.banyan.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The nodes of any network in the depth-first order of its hierarchy: leaf by leaf and pod by pod of a fat tree, router
 * by router and group by group of a dragonfly. From each vertex the search goes on to the vertices that are nearest to
 * nodes, so that a subtree is completed before the way leads up; of those, to the one that is linked with most of the
 * vertices with which this one is linked, so that a group is completed before the way leads to another one.
 */
final class HierarchyOrder {
    private final Topology topology;
    private final int[][] linked;
    private final int[] heights;
    private final BitSet seen = new BitSet();
    private final int[] nodes;
    private int count;

    private HierarchyOrder(Topology topology) {
        this.topology = topology;
        this.linked = new int[topology.vertices()][];
        Arrays.setAll(linked, vertex -> {
            List<Integer> found = new ArrayList<>();
            topology.eachLinked(vertex, found::add);
            return found.stream().mapToInt(Integer::intValue).toArray();
        });
        this.heights = new int[linked.length];
        this.nodes = new int[topology.nodes()];
    }

    /** Searches; O(links x links of a vertex). */
    static int[] nodes(Topology topology) {
        var order = new HierarchyOrder(topology);
        order.measureHeights();
        for (int node = 0; node < order.nodes.length; node++) {
            order.searchFrom(node);
        }
        return order.nodes;
    }

    /** The distance of each vertex from the nearest node. */
    private void measureHeights() {
        Arrays.fill(heights, topology.nodes(), heights.length, Topology.UNREACHABLE);
        Deque<Integer> queue = new ArrayDeque<>();
        for (int node = 0; node < nodes.length; node++) {
            queue.add(node);
        }
        while (!queue.isEmpty()) {
            int at = queue.remove();
            for (int other : linked[at]) {
                if (heights[other] == Topology.UNREACHABLE) {
                    heights[other] = heights[at] + 1;
                    queue.add(other);
                }
            }
        }
    }

    private void searchFrom(int node) {
        if (seen.get(node)) {
            return;
        }
        Deque<Iterator<Integer>> ways = new ArrayDeque<>();
        ways.push(List.of(node).iterator());
        while (!ways.isEmpty()) {
            if (!ways.element().hasNext()) {
                ways.pop();
                continue;
            }
            int at = ways.element().next();
            if (!seen.get(at)) {
                seen.set(at);
                if (at < nodes.length) {
                    nodes[count++] = at;
                }
                ways.push(onward(at));
            }
        }
    }

    private Iterator<Integer> onward(int at) {
        return Arrays.stream(linked[at])
                .boxed()
                .filter(other -> !seen.get(other))
                .map(other -> new Way(other, heights[other], common(linked[at], linked[other])))
                .sorted(Comparator.comparingInt(Way::height)
                        .thenComparing(Comparator.comparingInt(Way::common).reversed())
                        .thenComparingInt(Way::vertex))
                .map(Way::vertex)
                .iterator();
    }

    private record Way(int vertex, int height, int common) {}

    /** The number of vertices in both of two ascending lists. */
    private static int common(int[] one, int[] two) {
        int common = 0;
        int j = 0;
        for (int vertex : one) {
            while (j < two.length && two[j] < vertex) {
                j++;
            }
            common += j < two.length && two[j] == vertex ? 1 : 0;
        }
        return common;
    }
}
