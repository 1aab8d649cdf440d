package io.banyan.workflow.fill;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies between the tasks of a set: a task starts after others have succeeded. Two words a dependency and
 * one a task.
 */
public final class TaskOrder {
    private static final TaskOrder NONE = new TaskOrder(new int[0], new int[0]);

    private final int[] offsets;
    private final int[] followers;

    private TaskOrder(int[] offsets, int[] followers) {
        this.offsets = offsets;
        this.followers = followers;
    }

    /** Returns the order of tasks that do not depend on each other. */
    public static TaskOrder none() {
        return NONE;
    }

    /**
     * Returns an order by pairs. O(tasks + pairs).
     *
     * @param tasks the number of tasks of the set
     * @param before the first task of each pair
     * @param after the task of each pair that waits for the first one
     * @throws IllegalArgumentException if a task does not exist, or tasks wait for each other
     */
    public static TaskOrder of(int tasks, int[] before, int[] after) {
        if (before.length != after.length) {
            throw new IllegalArgumentException("a dependency has two tasks");
        }
        if (before.length == 0) {
            return NONE;
        }
        int[] offsets = new int[tasks + 1];
        for (int i = 0; i < before.length; i++) {
            if (before[i] < 0 || before[i] >= tasks || after[i] < 0 || after[i] >= tasks) {
                throw new IllegalArgumentException("task " + after[i] + " cannot wait for task " + before[i]
                        + ": the set has the tasks 0 to " + (tasks - 1));
            }
            offsets[before[i] + 1]++;
        }
        for (int task = 0; task < tasks; task++) {
            offsets[task + 1] += offsets[task];
        }
        int[] place = offsets.clone();
        int[] followers = new int[before.length];
        for (int i = 0; i < before.length; i++) {
            followers[place[before[i]]++] = after[i];
        }
        var order = new TaskOrder(offsets, followers);
        order.requireNoCycle();
        return order;
    }

    private void requireNoCycle() {
        int tasks = offsets.length - 1;
        int[] open = openCounts(tasks);
        int[] sorted = new int[tasks];
        int length = 0;
        for (int task = 0; task < tasks; task++) {
            if (open[task] == 0) {
                sorted[length++] = task;
            }
        }
        for (int i = 0; i < length; i++) {
            for (int at = first(sorted[i]); at < end(sorted[i]); at++) {
                if (--open[followers[at]] == 0) {
                    sorted[length++] = followers[at];
                }
            }
        }
        if (length < tasks) {
            int task = 0;
            while (open[task] == 0) {
                task++;
            }
            throw new IllegalArgumentException(
                    "tasks wait for each other, task " + task + " among them or behind them");
        }
    }

    /** Returns whether no task depends on another one. */
    public boolean isEmpty() {
        return followers.length == 0;
    }

    /** Returns the number of dependencies. */
    public int size() {
        return followers.length;
    }

    /** Returns the number of tasks that each task waits for at first. */
    int[] openCounts(int tasks) {
        int[] open = new int[tasks];
        for (int follower : followers) {
            open[follower]++;
        }
        return open;
    }

    /** Returns the place of the first follower of a task. */
    int first(int task) {
        return isEmpty() ? 0 : offsets[task];
    }

    /** Returns the place behind the last follower of a task. */
    int end(int task) {
        return isEmpty() ? 0 : offsets[task + 1];
    }

    /** Returns the follower at a place. */
    int follower(int place) {
        return followers[place];
    }

    /** Returns the tasks that others wait for, a task for each dependency. */
    public int[] befores() {
        int[] before = new int[followers.length];
        for (int task = 0; task + 1 < offsets.length; task++) {
            Arrays.fill(before, offsets[task], offsets[task + 1], task);
        }
        return before;
    }

    /** Returns the tasks that wait, in the order of {@link #befores}. */
    public int[] afters() {
        return followers.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TaskOrder order
                && Arrays.equals(offsets, order.offsets)
                && Arrays.equals(followers, order.followers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(followers);
    }
}
