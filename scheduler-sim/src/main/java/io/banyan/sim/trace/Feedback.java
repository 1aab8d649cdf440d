package io.banyan.sim.trace;

/**
 * When jobs are submitted that a trace says to follow others: what came of those in a replay may be later, or sooner,
 * than what came of them then.
 */
public enum Feedback {
    /** When the trace says. */
    IGNORED,
    /** When those are over, after the think time that the trace says (Standard Workload Format, fields 17 and 18). */
    HEEDED
}
