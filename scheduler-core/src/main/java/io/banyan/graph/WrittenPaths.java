package io.banyan.graph;

import java.util.stream.IntStream;

/** Finds vertices by the paths that documents give them, which several can share: down from the root, part by part. */
final class WrittenPaths {
    private final GraphStore store;

    WrittenPaths(GraphStore store) {
        this.store = store;
    }

    /** All vertices of a containment path. O(children on the way x length of a name). */
    int[] find(String path) {
        int root = store.root(Subsystems.CONTAINMENT);
        if (root < 0 || !path.startsWith("/")) {
            return new int[0];
        }
        String[] parts = path.substring(1).split("/", -1);
        int[] found = isWritten(root, parts[0]) ? new int[] {root} : new int[0];
        for (int depth = 1; depth < parts.length; depth++) {
            String part = parts[depth];
            found = IntStream.of(found)
                    .flatMap(this::children)
                    .filter(child -> isWritten(child, part))
                    .toArray();
        }
        return found;
    }

    private boolean isWritten(int v, String segment) {
        return store.names.writtenSegment(v).equals(segment);
    }

    private IntStream children(int v) {
        IntStream.Builder children = IntStream.builder();
        for (int e = store.edges.firstOut(v); e >= 0; e = store.edges.nextOut(e)) {
            int child = store.edges.target(e);
            if (store.edges.subsystem(e) == Subsystems.CONTAINMENT
                    && store.names.parent(child, Subsystems.CONTAINMENT) == v) {
                children.add(child);
            }
        }
        return children.build();
    }
}
