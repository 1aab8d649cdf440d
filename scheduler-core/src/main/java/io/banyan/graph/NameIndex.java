package io.banyan.graph;

import io.banyan.resource.ResourceType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The nodes of each name, in the order in which they came. Usually one node has a name. Built when it is first asked,
 * O(V), and kept up from then on, O(nodes of the name) a change.
 */
final class NameIndex {
    private static final int BYTES_OF_NAME = 120;

    private final GraphStore store;
    private boolean isMade;
    private final Map<String, int[]> nodes = new HashMap<>();
    private final TreeSet<String> ambiguous = new TreeSet<>();

    NameIndex(GraphStore store) {
        this.store = store;
    }

    /** A vertex came. */
    void add(int v) {
        if (isMade && isNode(v)) {
            String name = store.names.name(v);
            int[] all = nodes.merge(name, new int[] {v}, NameIndex::joined);
            if (all.length > 1) {
                ambiguous.add(name);
            }
        }
    }

    /** Whether it is kept up. */
    boolean isMade() {
        return isMade;
    }

    /** A vertex goes. */
    void remove(int v) {
        if (isMade && isNode(v)) {
            String name = store.names.name(v);
            int[] rest = Arrays.stream(get(name)).filter(other -> other != v).toArray();
            if (rest.length == 0) {
                nodes.remove(name);
            } else {
                nodes.put(name, rest);
            }
            if (rest.length < 2) {
                ambiguous.remove(name);
            }
        }
    }

    int[] get(String name) {
        make();
        int[] found = nodes.get(name);
        return found == null ? new int[0] : found.clone();
    }

    /** The names that several nodes have, in their order. O(their number). */
    List<String> ambiguous() {
        make();
        return List.copyOf(ambiguous);
    }

    private static int[] joined(int[] some, int[] more) {
        int[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }

    private boolean isNode(int v) {
        return store.vertices.type(v) == store.types.id(ResourceType.NODE);
    }

    private void make() {
        if (isMade) {
            return;
        }
        isMade = true;
        for (int v = 0; v < store.bound(); v++) {
            if (store.vertices.contains(v) && store.isMember(v, Subsystems.CONTAINMENT)) {
                add(v);
            }
        }
    }

    /** About what the map takes. O(1). */
    long bytes() {
        return (long) nodes.size() * BYTES_OF_NAME;
    }
}
