package io.banyan.sim.trace;

/**
 * The submission times of jobs that follow others in a trace: the ends of those in a replay may be later or earlier
 * than in the trace.
 */
public enum Feedback {
    /** When the trace says. */
    IGNORED,
    /** When those are over, after the think time that the trace says (Standard Workload Format, fields 17 and 18). */
    HEEDED
}
