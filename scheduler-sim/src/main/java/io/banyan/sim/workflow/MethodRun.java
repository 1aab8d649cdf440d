package io.banyan.sim.workflow;

/** The run of an injected workflow by one method. */
sealed interface MethodRun permits PlainRun, OneJobRun, ReservedRun {
    /** Injects the workflow now. */
    void begin();

    /** Returns the outcome; call it when nothing happens any more. */
    Outcome outcome();

    /**
     * The outcome of a run. Times are in milliseconds of the virtual time.
     *
     * @param startMillis the start of the first task; -1 if no task ran
     * @param endMillis the end of the last task
     * @param heldCoreMillis the core time that was kept for the workflow
     * @param usedCoreMillis the core time of its tasks
     * @param refusedPlans the number of plans that were not booked
     * @param problem why the workflow did not run to its end; empty if it did
     */
    record Outcome(
            long startMillis,
            long endMillis,
            double heldCoreMillis,
            double usedCoreMillis,
            int refusedPlans,
            String problem) {}
}
