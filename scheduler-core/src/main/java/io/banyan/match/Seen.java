package io.banyan.match;

import java.util.IdentityHashMap;

/**
 * The vertices that a walk has entered: each is entered once. Where vertices have several parents, a walk on which
 * nothing was found is repeated with each vertex entered once for each list of demands: it may have been of no use on
 * the first way.
 */
final class Seen {

    private final VertexSet once = new VertexSet();
    private final IdentityHashMap<Demand[], VertexSet> byList = new IdentityHashMap<>();
    private boolean again;

    /** A first walk begins. */
    void begin() {
        once.clear();
        again = false;
    }

    /** The walk is repeated. */
    void beginAgain() {
        byList.clear();
        again = true;
    }

    boolean contains(int v, Demand[] list) {
        return set(list).contains(v);
    }

    void add(int v, Demand[] list) {
        set(list).add(v);
    }

    private VertexSet set(Demand[] list) {
        return again ? byList.computeIfAbsent(list, unused -> VertexSet.empty()) : once;
    }
}
