package io.banyan.graph;

import java.util.Arrays;

/** Looks for cycles. */
final class CycleFinder {
    private CycleFinder() {}

    /**
     * Returns an item that lies on or behind a cycle, or -1 if there is none: Kahn's algorithm, O(items + edges).
     *
     * @param from sources of the edges
     * @param to targets of the edges, position by position
     */
    static int findCycle(int items, int[] from, int[] to) {
        var incoming = new int[items];
        var begin = new int[items + 1];
        for (int e = 0; e < from.length; e++) {
            incoming[to[e]]++;
            begin[from[e] + 1]++;
        }
        for (int i = 0; i < items; i++) {
            begin[i + 1] += begin[i];
        }
        var targets = new int[from.length];
        int[] fill = Arrays.copyOf(begin, items);
        for (int e = 0; e < from.length; e++) {
            targets[fill[from[e]]++] = to[e];
        }
        var ready = new int[items];
        int tail = 0;
        for (int i = 0; i < items; i++) {
            if (incoming[i] == 0) {
                ready[tail++] = i;
            }
        }
        for (int head = 0; head < tail; head++) {
            for (int e = begin[ready[head]]; e < begin[ready[head] + 1]; e++) {
                if (--incoming[targets[e]] == 0) {
                    ready[tail++] = targets[e];
                }
            }
        }
        for (int i = 0; i < items && tail < items; i++) {
            if (incoming[i] > 0) {
                return i;
            }
        }
        return -1;
    }
}
