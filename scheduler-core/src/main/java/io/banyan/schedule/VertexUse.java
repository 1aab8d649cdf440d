package io.banyan.schedule;

import io.banyan.resource.Usage;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The use of a vertex by jobs now.
 *
 * @param usage of it as a whole: free, partly taken or taken, whatever its status
 * @param below the quantities below it, by resource type
 */
public record VertexUse(Usage usage, SortedMap<String, Quantity> below) {
    /** The total amount, and the amount that jobs have or that no other job could have beside them. */
    public record Quantity(long total, long used) {}

    /** Copies the map. */
    public VertexUse {
        Objects.requireNonNull(usage, "usage");
        below = Collections.unmodifiableSortedMap(new TreeMap<>(below));
    }
}
