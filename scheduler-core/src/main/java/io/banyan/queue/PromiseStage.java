package io.banyan.queue;

import org.jspecify.annotations.Nullable;

/**
 * Starts jobs whose resources are booked by their number: at the beginning of a pass those whose booked start has come,
 * and at its end those that can start before. O(starts x the question).
 */
final class PromiseStage implements PassStage {
    private final Seats seats;
    private final boolean isEarly;
    private final Kind then;

    /**
     * A stage.
     *
     * @param then the stage that follows
     */
    PromiseStage(Seats seats, boolean isEarly, Kind then) {
        this.seats = seats;
        this.isEarly = isEarly;
        this.then = then;
    }

    @Override
    public @Nullable Placement next() {
        return (isEarly ? seats.nextEarly() : seats.nextDue()).orElse(null);
    }

    @Override
    public Kind then() {
        return then;
    }
}
