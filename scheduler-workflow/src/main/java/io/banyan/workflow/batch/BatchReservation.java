package io.banyan.workflow.batch;

import java.util.List;

/**
 * A reservation for the jobs of one user.
 *
 * @param name its name, unique at the scheduler
 * @param startSec the time of its start, in seconds since 1970
 * @param endSec the time of its end
 * @param shares the resources, at least one share, each of another node
 */
public record BatchReservation(String name, long startSec, long endSec, List<ReservedShare> shares) {
    /** Checks the times, and copies the list. */
    public BatchReservation {
        shares = List.copyOf(shares);
        if (endSec <= startSec || shares.isEmpty()) {
            throw new IllegalArgumentException("a reservation must have resources and a time, found " + shares.size()
                    + " shares from " + startSec + " to " + endSec);
        }
        if (shares.stream().map(ReservedShare::node).distinct().count() < shares.size()) {
            throw new IllegalArgumentException("reservation " + name + " has two shares of one node");
        }
    }
}
