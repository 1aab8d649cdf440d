package io.banyan.graph;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Takes a vertex out with everything whose containment path leads through it. A removed vertex leaves all its
 * subsystems. Vertices below it in another subsystem leave that subsystem, and are removed too if they belong to no
 * other. O(removed vertices).
 */
final class Detaching {
    private final GraphStore store;
    /** Which vertices leave which subsystems, in the order of discovery: parents before children. */
    private int[] leaving = new int[64];

    private int[] left = new int[64];
    private int count;
    private final Set<Long> seenElsewhere = new HashSet<>();

    Detaching(GraphStore store) {
        this.store = store;
    }

    /** Removes the vertex's subtree and returns the removed vertices, children before parents. */
    int[] run(int top) {
        discoverAll(top);
        for (int i = count - 1; i >= 0; i--) {
            store.unindex(leaving[i], left[i]);
        }
        for (int i = count - 1; i >= 0; i--) {
            unlink(leaving[i], left[i]);
        }
        var removed = new int[count];
        int at = 0;
        for (int i = count - 1; i >= 0; i--) {
            int v = leaving[i];
            if (store.vertices.contains(v) && belongsNowhere(v)) {
                store.freeVertex(v);
                removed[at++] = v;
            }
        }
        return Arrays.copyOf(removed, at);
    }

    private void discoverAll(int top) {
        for (int s = 0; s < store.subsystems.size(); s++) {
            if (store.isMember(top, s)) {
                discover(top, s);
            }
        }
        for (int i = 0; i < count; i++) {
            discoverBelow(leaving[i], left[i]);
            if (left[i] == Subsystems.CONTAINMENT) {
                for (int s = 1; s < store.subsystems.size(); s++) {
                    if (store.isMember(leaving[i], s)) {
                        discover(leaving[i], s);
                    }
                }
            }
        }
    }

    private void discoverBelow(int v, int s) {
        for (int e = store.edges.firstOut(v); e >= 0; e = store.edges.nextOut(e)) {
            int child = store.edges.target(e);
            if (store.edges.subsystem(e) == s && store.names.primaryEdge(child, s) == e) {
                discover(child, s);
            }
        }
    }

    /** Containment paths form a tree, so only in other subsystems can the same departure be found twice. */
    private void discover(int v, int s) {
        if (s != Subsystems.CONTAINMENT && !seenElsewhere.add(((long) v << 8) | s)) {
            return;
        }
        if (count == leaving.length) {
            leaving = Arrays.copyOf(leaving, 2 * count);
            left = Arrays.copyOf(left, 2 * count);
        }
        leaving[count] = v;
        left[count] = s;
        count++;
    }

    private void unlink(int v, int s) {
        for (int e = store.edges.firstIn(v), next; e >= 0; e = next) {
            next = store.edges.nextIn(e);
            if (store.edges.subsystem(e) == s) {
                store.unlink(e);
            }
        }
        for (int e = store.edges.firstOut(v), next; e >= 0; e = next) {
            next = store.edges.nextOut(e);
            if (store.edges.subsystem(e) == s) {
                store.unlink(e);
            }
        }
    }

    private boolean belongsNowhere(int v) {
        for (int s = 0; s < store.subsystems.size(); s++) {
            if (store.root(s) == v) {
                return false;
            }
        }
        return store.edges.firstIn(v) < 0;
    }
}
