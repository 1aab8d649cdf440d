package io.banyan.instance.message.value;

/** The outcome of a proposal to run with another number of slots. */
public enum RescaleOutcome {
    /** The job took it, and has what was proposed. */
    ACCEPTED,
    /**
     * The resources were offered to a child instance, which owns them from then on, unless it hands them back. A
     * settled proposal has never this outcome, but accepted.
     */
    OFFERED,
    /** The job did not want it, and has what it had. */
    DECLINED,
    /** The job said nothing in time, and has what it had. */
    UNANSWERED,
    /** The job ended, or what it holds changed in another way, before it answered. */
    OVERTAKEN
}
