package io.banyan.sim.workload;

/**
 * The run of a job of a workload.
 *
 * @param startSec when it started
 * @param endSec when it ended
 */
public record JobRun(TraceJob job, long startSec, long endSec) {
    /** A job that ran for less counts as if it had run for so long in its slowdown (Feitelson's bound). */
    public static final long BOUND_SEC = 10;

    /** How long it waited. */
    public long waitSec() {
        return startSec - job.submitSec();
    }

    /** From its submission to its end. */
    public long responseSec() {
        return endSec - job.submitSec();
    }

    /**
     * How many times as long as it ran it took, where one that was too short to matter counts as one of
     * {@link #BOUND_SEC}; 1 at least.
     */
    public double boundedSlowdown() {
        long ran = Math.max(endSec - startSec, BOUND_SEC);
        return Math.max(1, (double) (waitSec() + endSec - startSec) / ran);
    }
}
