package io.banyan.sim.workload;

import java.util.Objects;

/**
 * A job of a workload: what it asks for, and what it really takes.
 *
 * @param name as the workload calls it
 * @param submitSec when it is submitted, in seconds since the workload begins
 * @param runSec how long it runs, where nobody stops it
 * @param limitSec how long it may run, which is what it asks for
 * @param size how many processors, or whatever is counted
 * @param user who submits it; empty where nobody knows
 * @param queue the queue or partition that it was submitted to; empty where nobody knows
 */
public record TraceJob(String name, long submitSec, long runSec, long limitSec, int size, String user, String queue) {
    /** Checks the numbers. */
    public TraceJob {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(queue, "queue");
        require(submitSec >= 0, "is submitted at " + submitSec);
        require(runSec >= 0, "runs for " + runSec + " s");
        require(limitSec >= 1, "may run for " + limitSec + " s");
        require(size >= 1, "asks for " + size);
    }

    /** One of nobody in particular, with a number for a name. */
    public static TraceJob of(long number, long submitSec, long runSec, long limitSec, int size) {
        return new TraceJob(Long.toString(number), submitSec, runSec, limitSec, size, "", "");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("a job of a workload " + otherwise);
        }
    }

    /** How long it runs, since nobody runs for longer than he may. */
    public long ranSec() {
        return Math.min(runSec, limitSec);
    }

    /** The same, that may run for so long at the most. */
    public TraceJob limited(long mostSec) {
        return limitSec <= mostSec ? this : new TraceJob(name, submitSec, runSec, mostSec, size, user, queue);
    }

    /** The same, submitted so much earlier. */
    public TraceJob earlier(long sec) {
        return new TraceJob(name, submitSec - sec, runSec, limitSec, size, user, queue);
    }
}
