package io.banyan.queue;

/**
 * The interface through which a queue asks whoever has the resources. Each call makes its change at once, so that the
 * next one sees it.
 */
public interface Seats {
    /** The outcome for a job. */
    enum Placed {
        /** The job has started, and waits no more. */
        STARTED,
        /** Something is reserved for it. */
        RESERVED,
        /** There is no time at which there is room for it. */
        NOWHERE,
        /**
         * There is, but only when it is of no use to this one any more. Another one that asks for the same may have it.
         */
        TOO_LATE
    }

    /**
     * Starts a job now, if there is room for it beside all that runs and is reserved. Returns of how much at most of
     * its shape there was room for so long: it has started where that is its amount; where nothing is known but that it
     * found nothing, one less than its amount.
     */
    long start(WaitingJob job);

    /**
     * Returns the largest amount of a job's shape for which there is room now, for however short a time; at least its
     * amount where that is not known. Changes nothing.
     */
    long mostAtAll(WaitingJob job);

    /** Starts a job now, or reserves for it as early as there is room for it. */
    Placed place(WaitingJob job);

    /**
     * Whether there may be room in time for a job for which it was too late: false only where there is none, whoever
     * else yields. Changes nothing.
     */
    boolean mayBeInTime(WaitingJob job);

    /**
     * Places a job, like {@link #place}, but may also use what is reserved for another job, which then waits without
     * it. Where there is nothing of use for it even so, nothing has changed.
     */
    Placed placeInstead(WaitingJob job, WaitingJob other);

    /** Whether what is reserved for a job begins at once: now, or as soon as who was to be gone by now is gone. */
    boolean isDue(WaitingJob job);

    /**
     * Starts a job for which something is reserved now, or reserves for it at an earlier time. Returns whether one of
     * them could be; if not, nothing has changed.
     */
    boolean advance(WaitingJob job);
}
