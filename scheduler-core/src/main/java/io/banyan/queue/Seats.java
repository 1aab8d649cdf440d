package io.banyan.queue;

import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.Optional;

/**
 * The questions of a pass to the owner of the resources. No method changes the queue, the schedule or anything else
 * that another answer depends on; a {@link Placement} that is returned is booked only when the pass returns it as its
 * next step.
 */
public interface Seats {
    /** The answer whether a job can start now. */
    sealed interface NowAnswer permits Placement, AtMost {}

    /**
     * No room for a job now.
     *
     * @param amount the largest amount of the job's shape for which there is room for as long; one less than its own
     *     amount where nothing is known but that it found nothing
     */
    record AtMost(long amount) implements NowAnswer {}

    /** The answer when a job can start at the earliest. */
    sealed interface EarliestAnswer permits Placement, NoTime {}

    /** The reason why a job can neither start now nor have a reservation. */
    enum NoTime implements EarliestAnswer {
        /** There is no time at which there is room for it. */
        NOWHERE,
        /** There is room only at a time that is of no use to this job. Another one with the same request may use it. */
        TOO_LATE
    }

    /** Returns how a job can start now, if there is room for it beside all that runs and is reserved. */
    NowAnswer findNow(WaitingJob job);

    /**
     * Returns the largest amount of a job's shape for which there is room now, for however short a time; at least its
     * amount where that is not known.
     */
    long mostAtAll(WaitingJob job);

    /** Returns how a job can start now, or else the earliest reservation for it. */
    EarliestAnswer findEarliest(WaitingJob job);

    /** Returns {@link #findEarliest} for a job, as if another job had lost its reservation. */
    EarliestAnswer findInstead(WaitingJob job, WaitingJob other);

    /**
     * Returns whether there may be room in time for a job for which it was too late: false only where there is none,
     * whichever jobs lose their reservations.
     */
    boolean mayBeInTime(WaitingJob job);

    /** Returns the start of a job whose resources are booked by their number and whose booked start has come. */
    default Optional<Placement> nextDue() {
        return Optional.empty();
    }

    /** Returns the start of such a job before its booked start. */
    default Optional<Placement> nextEarly() {
        return Optional.empty();
    }

    /** Returns the window of a job's reservation. */
    TimeWindow planned(JobId job);

    /**
     * Returns whether a job's reservation begins at once: now, or as soon as the jobs are gone that were to be gone by
     * now.
     */
    boolean isDue(WaitingJob job);

    /** Returns whether a job with a reservation may start earlier, by the sums of free amounts; false is certain. */
    boolean mayBeEarlier(WaitingJob job);

    /** Returns how a job with a reservation can start now, or an earlier reservation for it. */
    Optional<Placement> findEarlier(WaitingJob job);
}
