package io.banyan.topology;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.LongStream;

/**
 * The distances from each vertex of a network to all others, and its neighbours, computed at their first use. Of rows
 * that do not fit in together, the one that was used last is kept. Thread-safe: threads can compute a row twice.
 */
final class NetworkRows {
    /** The most numbers that are kept: all rows of 4,096 nodes without switches. */
    static final int MOST_ENTRIES = 1 << 25;

    private final int nodes;
    private final int[][] linked;
    private final AtomicReferenceArray<Row> rows;

    /** Rows of a network, by the linked vertices of each vertex. */
    NetworkRows(int nodes, int[][] linked) {
        this.nodes = nodes;
        this.linked = linked;
        int fitting = MOST_ENTRIES / Math.max(1, nodes + linked.length);
        this.rows = new AtomicReferenceArray<>(Math.max(1, Math.min(linked.length, fitting)));
    }

    /** The distances from one vertex. */
    final class Row {
        private final int origin;
        private final int[] hops;
        /** Empty until they are used. */
        private volatile Optional<int[]> neighbours = Optional.empty();

        private Row(int origin) {
            this.origin = origin;
            this.hops = searched(origin, false);
        }

        /** The number of links to a vertex; -1 without a path. */
        int hops(int vertex) {
            return hops[vertex];
        }

        /**
         * The nodes that paths over switches reach, by distance and number. The caller does not change them. O(vertices
         * + links + nodes x log nodes) for the first call, and O(1) for the others.
         */
        int[] neighbours() {
            int[] known = neighbours.orElseGet(this::sorted);
            neighbours = Optional.of(known);
            return known;
        }

        private int[] sorted() {
            int[] overSwitches = searched(origin, true);
            return LongStream.range(0, nodes)
                    .filter(node -> node != origin && overSwitches[(int) node] >= 0)
                    .map(node -> ((long) hops[(int) node] << Integer.SIZE) | node)
                    .sorted()
                    .mapToInt(key -> (int) key)
                    .toArray();
        }
    }

    /** The row of a vertex. O(1) if it is kept; otherwise O(vertices + links). */
    Row row(int origin) {
        int slot = origin % rows.length();
        Row known = rows.get(slot);
        if (known != null && known.origin == origin) {
            return known;
        }
        var row = new Row(origin);
        rows.set(slot, row);
        return row;
    }

    /** Searches in breadth, from a vertex on; over switches only, or over nodes too. */
    private int[] searched(int origin, boolean isOverSwitchesOnly) {
        int[] hops = new int[linked.length];
        Arrays.fill(hops, -1);
        int[] queue = new int[linked.length];
        int end = 0;
        hops[origin] = 0;
        queue[end++] = origin;
        for (int i = 0; i < end; i++) {
            int at = queue[i];
            if (isOverSwitchesOnly && at < nodes && at != origin) {
                continue;
            }
            for (int other : linked[at]) {
                if (hops[other] < 0) {
                    hops[other] = hops[at] + 1;
                    queue[end++] = other;
                }
            }
        }
        return hops;
    }
}
