package io.banyan.sim.deadline;

import java.util.Optional;

/** Accepts or refuses submitted jobs, and decides when accepted jobs start. For one run; not thread-safe. */
sealed interface StartQueue permits ArrivalQueue, ForesightQueue {
    /** The answer to a submission. */
    sealed interface Answer {
        /**
         * The job waits for its start.
         *
         * @param readyMillis the earliest start that the queue considers
         * @param dueMillis the latest start
         */
        record Accepted(long readyMillis, long dueMillis) implements Answer {}

        /** The job cannot end by its deadline beside the accepted ones. */
        record Refused() implements Answer {}
    }

    /** Accepts a job, or refuses it. */
    Answer submit(RunningProgram run, long nowMillis);

    /** Notes that a job becomes ready, or due. */
    void wake();

    /** The job that starts next, at once; empty if none does. It stays in the queue until it is removed. */
    Optional<RunningProgram> next(long nowMillis, ProcessSlots slots);

    /** Removes a job, which starts. */
    void started(RunningProgram run, long nowMillis);

    /** Forgets an accepted job, which ends or is cancelled, also before its start. */
    void ended(RunningProgram run);

    /**
     * Checks that the data of the queue agree.
     *
     * @throws IllegalStateException if they do not
     */
    void checkInvariants();
}
