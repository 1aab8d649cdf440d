package io.banyan.schedule;

import io.banyan.alike.States;
import io.banyan.resource.Status;

/** The present states of vertices: allocated amounts are taken, and vertices with reservations depend on time. */
record PresentStates(Schedule schedule) implements States {

    @Override
    public boolean isDown(int v) {
        return schedule.statuses().of(v) != Status.UP;
    }

    @Override
    public boolean isShared(int v) {
        return schedule.isShared(v);
    }

    @Override
    public long taken(int v) {
        return schedule.holdings().allocated(v);
    }

    /**
     * Returns a number that identifies the held parts of a pool that is both allocated and reserved in parts: no other
     * vertex has the same times then.
     */
    @Override
    public long times(int v) {
        Holdings holdings = schedule.holdings();
        if (!holdings.holdsReservation(v)) {
            return 0;
        }
        return holdings.holdsAllocation(v) ? -1 - v : holdings.spans(v);
    }
}
