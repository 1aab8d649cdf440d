package io.banyan.workflow.fill;

/** The cause of the end of a task without success. */
public enum FailureKind {
    /** The command ended with an exit status other than 0. */
    EXIT,
    /** The command could not be started. */
    NOT_STARTED,
    /** The task ran into its time limit. */
    TIME_LIMIT,
    /** The task was cancelled, or killed because a worker of its gang was lost. */
    CANCELLED,
    /** Too many workers were lost while they ran the task. */
    CRASHES
}
