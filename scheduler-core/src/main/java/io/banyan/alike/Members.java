package io.banyan.alike;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parcels of one signature below one wide vertex, in the orders that requests have used. */
final class Members {

    int count;
    /** By order, for requested orders. */
    final Map<Order, SortedVertices> sorted = new EnumMap<>(Order.class);
    /**
     * The children of the wide vertex that are, or have below them, parcels of this signature, in the order of
     * exploration; null if it was not requested.
     */
    @Nullable SortedVertices leading;

    long bytes() {
        long bytes = 64;
        for (SortedVertices vertices : sorted.values()) {
            bytes += vertices.bytes();
        }
        return bytes + (leading == null ? 0 : leading.bytes());
    }
}
