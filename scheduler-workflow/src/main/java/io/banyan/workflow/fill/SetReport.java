package io.banyan.workflow.fill;

/**
 * The numbers of tasks of a set by state.
 *
 * @param set the number of the set
 * @param name the name of the set
 * @param waiting tasks that wait for others
 * @param ready tasks that wait for resources
 * @param queued tasks that a worker has and has not started
 * @param running tasks that run
 * @param done tasks that succeeded
 * @param failed tasks that ended without success
 * @param skipped tasks that never ran, because others failed or the set was cancelled
 */
public record SetReport(
        int set, String name, int waiting, int ready, int queued, int running, int done, int failed, int skipped) {
    /** Returns whether all tasks are over. */
    public boolean isOver() {
        return waiting + ready + queued + running == 0;
    }

    /** Returns whether all tasks succeeded. */
    public boolean isSuccess() {
        return isOver() && failed + skipped == 0;
    }

    /** Returns the number of tasks. */
    public int tasks() {
        return waiting + ready + queued + running + done + failed + skipped;
    }
}
