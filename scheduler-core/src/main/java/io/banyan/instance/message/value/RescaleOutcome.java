package io.banyan.instance.message.value;

/** The outcome of a proposal to run with another number of slots. */
public enum RescaleOutcome {
    /** The job accepted, and has the proposed slots. */
    ACCEPTED,
    /**
     * The resources were offered to a child instance, which owns them from then on, unless it hands them back. A
     * settled proposal has never this outcome, but accepted.
     */
    OFFERED,
    /** The job declined, and keeps its slots. */
    DECLINED,
    /** The job did not answer in time, and keeps its slots. */
    UNANSWERED,
    /** The job ended, or its resources changed in another way, before it answered. */
    OVERTAKEN
}
