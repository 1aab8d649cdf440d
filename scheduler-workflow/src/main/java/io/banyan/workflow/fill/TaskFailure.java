package io.banyan.workflow.fill;

/**
 * The end of a task without success.
 *
 * @param set the number of its set
 * @param task its index
 * @param kind the cause
 * @param status the exit status of its command, 128 and the number for a signal; 0 if it has none
 */
public record TaskFailure(int set, int task, FailureKind kind, int status) {}
