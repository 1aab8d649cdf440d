package io.banyan.instance.message.value;

/** The treatment of jobs that use resources to return. */
public enum UseRule {
    /** The jobs are left alone, and what they use stays with them. */
    SPARE,
    /** The release waits for the jobs: their resources are drained, and returned when the jobs have ended. */
    AWAIT,
    /** The jobs are cancelled. */
    CANCEL
}
