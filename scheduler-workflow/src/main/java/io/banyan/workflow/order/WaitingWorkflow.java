package io.banyan.workflow.order;

/**
 * A workflow that waits for its plan.
 *
 * @param id its number
 * @param arrivedSec the time of its submission, in seconds since 1970
 * @param coreSeconds the core seconds of its reduced graph, 0 or more
 * @param priority the priority that its user states, 0 to {@link #HIGHEST_PRIORITY}
 * @param project the project that it belongs to; may be empty
 */
public record WaitingWorkflow(long id, long arrivedSec, double coreSeconds, int priority, String project) {
    /** The highest priority. */
    public static final int HIGHEST_PRIORITY = 31;

    /** The priority of a workflow whose user states none. */
    public static final int USUAL_PRIORITY = 16;

    /** Checks the ranges. */
    public WaitingWorkflow {
        if (priority < 0 || priority > HIGHEST_PRIORITY) {
            throw new IllegalArgumentException("a priority must be 0 to " + HIGHEST_PRIORITY + ", found " + priority);
        }
        if (!(coreSeconds >= 0)) {
            throw new IllegalArgumentException("the core seconds must be 0 or more, found " + coreSeconds);
        }
    }
}
