package io.banyan.schedule;

import io.banyan.alike.States;
import io.banyan.resource.Status;

/** The states of vertices with all bookings: every allocated or reserved amount depends on time. */
record BookedStates(Schedule schedule) implements States {

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
        return 0;
    }

    @Override
    public long times(int v) {
        return schedule.holdings().spans(v);
    }
}
