package io.banyan.schedule;

import io.banyan.alike.States;
import io.banyan.resource.Status;

/** The vertices as they are at present: what is allocated is taken, and where something is reserved it depends on time. */
record PresentStates(Schedule schedule) implements States {

    @Override
    public boolean isDown(int v) {
        return schedule.status(v) == Status.DOWN;
    }

    @Override
    public boolean isShared(int v) {
        return schedule.isShared(v);
    }

    @Override
    public long taken(int v) {
        return schedule.holdings().allocated(v);
    }

    @Override
    public boolean dependsOnTime(int v) {
        return schedule.holdings().holdsReservation(v);
    }
}
