package io.banyan.workflow.run;

import java.util.Locale;

/** The phases of a run, in order. */
public enum RunPhase {
    /** The run has no plan yet, or needs another one. */
    PLANNING,
    /** The plan is to be booked. */
    BOOKING,
    /** The reservations are booked, and tasks run or wait. */
    RUNNING,
    /** All tasks are over, and reservations are to be released. */
    ENDING,
    /** All steps succeeded. */
    SUCCEEDED,
    /** A step failed, or there is no plan. */
    FAILED,
    /** The user cancelled the run. */
    CANCELLED;

    /** Returns the word for the phase, such as {@code running}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the run is over. */
    public boolean isOver() {
        return compareTo(SUCCEEDED) >= 0;
    }
}
