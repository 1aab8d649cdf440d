package io.banyan.sim.workload;

/** How a job ended, according to the workload. A replay does not depend on it. */
public enum JobOutcome {
    /** The workload does not say. */
    UNKNOWN,
    /** The job failed, or something other than its user stopped it. */
    FAILED,
    /** The job ran to its end. */
    COMPLETED,
    /** The job's user or an administrator cancelled the job. */
    CANCELLED
}
