package io.banyan.instance.message.value;

/** The treatment of jobs that use resources to return. */
public enum UseRule {
    /** The jobs are spared, and keep their resources. */
    SPARE,
    /** The release waits for the jobs: their resources are drained, and returned when the jobs have ended. */
    AWAIT,
    /** The jobs are cancelled. */
    CANCEL
}
