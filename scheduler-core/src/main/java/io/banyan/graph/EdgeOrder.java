package io.banyan.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the edges out of a vertex were added. As long as every edge has a greater index than the one
 * before it in its list, the indices give the order and no data is kept. From the first edge that reuses the index of a
 * removed edge on, each edge has a number of its own.
 */
final class EdgeOrder {
    /** By edge; null as long as the indices are in order themselves. */
    private long @Nullable [] numbers;

    private long next;

    /**
     * An edge was added behind another one of its vertex, or as the first, where that is -1. O(1), but for once in a
     * graph's life.
     */
    void added(int edge, int before) {
        if (numbers == null && edge < before) {
            numbers = new long[before + 1];
            Arrays.setAll(numbers, e -> e);
            next = Integer.MAX_VALUE;
        }
        if (numbers != null) {
            if (edge >= numbers.length) {
                int had = numbers.length;
                numbers = Arrays.copyOf(numbers, edge + 1 + edge / 2);
                for (int e = had; e < numbers.length; e++) {
                    numbers[e] = e;
                }
            }
            numbers[edge] = ++next;
        }
    }

    /** Edges were added whose indices follow each other and are greater than any before them. O(edges). */
    void addedLast(int first, int size) {
        for (int e = first; numbers != null && e < first + size; e++) {
            added(e, -1);
        }
    }

    /** Whether an edge was added before the other, where both go out of one vertex. O(1). */
    boolean precedes(int edge, int other) {
        return numberOf(edge) < numberOf(other);
    }

    private long numberOf(int edge) {
        return numbers == null || edge >= numbers.length ? edge : numbers[edge];
    }

    long bytes() {
        return numbers == null ? 0 : 16 + 8L * numbers.length;
    }
}
