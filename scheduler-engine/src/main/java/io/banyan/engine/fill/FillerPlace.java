package io.banyan.engine.fill;

import io.banyan.workflow.batch.BatchReservation;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The reservation of a filler, and what the jobs of its workers have in common with those of tasks.
 *
 * @param reservation the reservation
 * @param environment the variables of the workers
 * @param account the account that pays for the workers; empty for the user's default
 */
public record FillerPlace(BatchReservation reservation, SortedMap<String, String> environment, String account) {
    /** Copies the map. */
    public FillerPlace {
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    }
}
