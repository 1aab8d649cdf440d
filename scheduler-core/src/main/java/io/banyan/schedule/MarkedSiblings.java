package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import java.util.Arrays;

/**
 * The children of marked vertices as lists of positions, in the order of the edges to them, whatever the order in which
 * they come. Not thread-safe.
 */
final class MarkedSiblings {

    private static final int NONE = -1;
    /** In place of the last child: the list is to be sorted before it is read. */
    private static final int UNSORTED = -2;

    private final ResourceGraph graph;
    private int[] first = {};
    private int[] last = {};
    private int[] next = {};
    /** The rest of the list that is being sorted. */
    private int rest;

    MarkedSiblings(ResourceGraph graph) {
        this.graph = graph;
    }

    /** Forgets all lists; from now on there are so many positions. */
    void clear(int size) {
        if (size > first.length) {
            int capacity = Math.max(size, first.length * 2);
            first = new int[capacity];
            last = new int[capacity];
            next = new int[capacity];
        }
        Arrays.fill(first, 0, size, NONE);
    }

    /** Adds a child, which has not been added; the edges are by position. O(1). */
    void add(int parent, int child, int[] edges) {
        int head = first[parent];
        int tail = last[parent];
        if (head == NONE) {
            first[parent] = child;
            last[parent] = child;
            next[child] = NONE;
        } else if (tail >= 0 && graph.precedes(edges[tail], edges[child])) {
            next[tail] = child;
            last[parent] = child;
            next[child] = NONE;
        } else {
            if (tail >= 0 && !graph.precedes(edges[child], edges[head])) {
                last[parent] = UNSORTED;
            }
            first[parent] = child;
            next[child] = head;
        }
    }

    /**
     * The first of the children, or -1. O(children x log) where they came in no order, O(1) afterwards and otherwise.
     */
    int first(int parent, int[] edges) {
        if (first[parent] != NONE && last[parent] == UNSORTED) {
            rest = first[parent];
            int count = 0;
            for (int child = rest; child != NONE; child = next[child]) {
                count++;
            }
            first[parent] = sorted(count, edges);
            last[parent] = 0;
        }
        return first[parent];
    }

    /** The child behind this one, or -1. */
    int next(int child) {
        return next[child];
    }

    /** Takes so many children from the rest, and gives them back as a list in order. */
    private int sorted(int count, int[] edges) {
        if (count == 1) {
            int only = rest;
            rest = next[only];
            next[only] = NONE;
            return only;
        }
        int one = sorted(count / 2, edges);
        int other = sorted(count - count / 2, edges);
        return merged(one, other, edges);
    }

    private int merged(int one, int other, int[] edges) {
        int left = one;
        int right = other;
        int head = NONE;
        int tail = NONE;
        while (left != NONE || right != NONE) {
            boolean takeLeft = right == NONE || (left != NONE && graph.precedes(edges[left], edges[right]));
            int taken = takeLeft ? left : right;
            left = takeLeft ? next[left] : left;
            right = takeLeft ? right : next[right];
            if (tail == NONE) {
                head = taken;
            } else {
                next[tail] = taken;
            }
            tail = taken;
        }
        return head;
    }
}
