package io.banyan.workflow.fill;

/**
 * Neighbouring tasks of a set.
 *
 * @param set the number of the set
 * @param from the index of the first task
 * @param to the index behind the last task
 */
public record TaskRange(int set, int from, int to) {
    /** Checks that there is a task. */
    public TaskRange {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("the range " + from + " to " + to + " has no task");
        }
    }

    /** Returns one task. */
    public static TaskRange one(int set, int task) {
        return new TaskRange(set, task, task + 1);
    }

    /** Returns the number of tasks. */
    public int size() {
        return to - from;
    }
}
