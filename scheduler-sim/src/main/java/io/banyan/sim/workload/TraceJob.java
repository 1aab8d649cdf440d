package io.banyan.sim.workload;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A job of a workload: its request, and its real run time.
 *
 * @param name as the workload calls it
 * @param submitSec when it is submitted, in seconds since the workload begins
 * @param runSec how long it runs, unless it is stopped
 * @param limitSec its requested time limit
 * @param size how many processors, or whatever is counted
 * @param user who submits it; empty if unknown
 * @param queue the queue or partition that it was submitted to; empty if unknown
 * @param preceding the job whose end its user waits for before submitting it; empty if it is submitted at the time that
 *     the workload states
 * @param outcome how it ended, according to the workload
 */
public record TraceJob(
        String name,
        long submitSec,
        long runSec,
        long limitSec,
        int size,
        String user,
        String queue,
        Optional<Preceding> preceding,
        JobOutcome outcome) {
    /**
     * A job before another one.
     *
     * @param name as the workload calls it
     * @param thinkSec the user's think time after its end; if unknown, the other job is submitted at the time that the
     *     workload states, and not before that end
     */
    public record Preceding(String name, OptionalLong thinkSec) {
        /** Checks the time. */
        public Preceding {
            Objects.requireNonNull(name, "name");
            require(thinkSec.orElse(0) >= 0, "is submitted " + thinkSec + " s after another one");
        }
    }

    /** Checks the numbers. */
    public TraceJob {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(preceding, "preceding");
        Objects.requireNonNull(outcome, "outcome");
        require(submitSec >= 0, "is submitted at " + submitSec);
        require(runSec >= 0, "runs for " + runSec + " s");
        require(limitSec >= 1, "may run for " + limitSec + " s");
        require(size >= 1, "asks for " + size);
    }

    /** A completed job that is submitted when the workload says. */
    public TraceJob(String name, long submitSec, long runSec, long limitSec, int size, String user, String queue) {
        this(name, submitSec, runSec, limitSec, size, user, queue, Optional.empty(), JobOutcome.COMPLETED);
    }

    /** Returns a job without a user, with a number as its name. */
    public static TraceJob of(long number, long submitSec, long runSec, long limitSec, int size) {
        return new TraceJob(Long.toString(number), submitSec, runSec, limitSec, size, "", "");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("a job of a workload " + otherwise);
        }
    }

    /** Returns its run time, which is at most its limit. */
    public long ranSec() {
        return Math.min(runSec, limitSec);
    }

    /** Returns the job with a time limit of at most the given seconds. */
    public TraceJob limited(long mostSec) {
        return limitSec <= mostSec
                ? this
                : new TraceJob(name, submitSec, runSec, mostSec, size, user, queue, preceding, outcome);
    }

    /** Returns the job submitted earlier by the given seconds. */
    public TraceJob earlier(long sec) {
        return submittedAt(submitSec - sec);
    }

    /** Returns the job submitted at the given time. */
    public TraceJob submittedAt(long sec) {
        return new TraceJob(name, sec, runSec, limitSec, size, user, queue, preceding, outcome);
    }

    /** Returns the job submitted after a preceding job. */
    public TraceJob after(Preceding before) {
        return following(Optional.of(before));
    }

    /** Returns the job without a preceding job, submitted at the time in the workload. */
    public TraceJob alone() {
        return preceding.isEmpty() ? this : following(Optional.empty());
    }

    private TraceJob following(Optional<Preceding> before) {
        return new TraceJob(name, submitSec, runSec, limitSec, size, user, queue, before, outcome);
    }

    /** Returns the job with another outcome. */
    public TraceJob ended(JobOutcome how) {
        return new TraceJob(name, submitSec, runSec, limitSec, size, user, queue, preceding, how);
    }
}
