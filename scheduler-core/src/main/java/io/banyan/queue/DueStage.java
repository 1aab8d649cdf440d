package io.banyan.queue;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Starts the reserved jobs that are due, now that the jobs that were to be gone are gone: a job that waited for that
 * alone need not wait for the next second. O(reservations).
 */
final class DueStage implements PassStage {
    private final PlacementSearch search;
    private final Seats seats;
    private final Iterator<WaitingJob> reserved;
    private boolean isAgain;

    DueStage(Lanes lanes, PlacementSearch search, Seats seats) {
        this.search = search;
        this.seats = seats;
        this.reserved = lanes.reserved().iterator();
    }

    @Override
    public @Nullable Placement next() {
        while (reserved.hasNext()) {
            WaitingJob job = reserved.next();
            @Nullable Placement found = seats.isDue(job) ? search.findEarlier(job) : null;
            if (found != null) {
                isAgain = true;
                return found;
            }
        }
        return null;
    }

    @Override
    public Kind then() {
        return isAgain ? Kind.ADVANCE : Kind.VISIT;
    }
}
