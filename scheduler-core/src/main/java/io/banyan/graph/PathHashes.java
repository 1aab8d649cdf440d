package io.banyan.graph;

/**
 * The hashes of the paths of many vertices, each from that of its parent: O(1) a vertex, however deep it is. For one
 * use.
 */
final class PathHashes {
    private final GraphStore store;
    private final int subsystem;
    /** By vertex, of those that were asked for. */
    private final int[] hashes;

    private final boolean[] known;

    PathHashes(GraphStore store, int subsystem) {
        this.store = store;
        this.subsystem = subsystem;
        this.hashes = new int[store.bound()];
        this.known = new boolean[store.bound()];
    }

    /** The hash of the vertex's path, as of the equal string. */
    int of(int v) {
        if (!known[v]) {
            int parent = store.names.parent(v, subsystem);
            hashes[v] = store.names.hashBelow(parent < 0 ? 0 : of(parent), v);
            known[v] = true;
        }
        return hashes[v];
    }
}
