package io.banyan.alike;

import org.jspecify.annotations.Nullable;

/** The parcels of one likeness below one wide vertex, in the orders that somebody has asked for. */
final class Members {

    int count;
    /** By order; null where nobody has asked for it. */
    final @Nullable SortedVertices[] sorted = new @Nullable SortedVertices[Order.values().length];
    /**
     * The children of the wide vertex that are, or have below them, parcels of this likeness, in the order of exploration; null
     * where nobody has asked for it.
     */
    @Nullable SortedVertices leading;

    long bytes() {
        long bytes = 64;
        for (SortedVertices vertices : sorted) {
            bytes += vertices == null ? 0 : vertices.bytes();
        }
        return bytes + (leading == null ? 0 : leading.bytes());
    }
}
