package io.banyan.workflow.fill;

import java.util.List;

/**
 * A set of tasks with the same requirements. A task is named by the number of its set and its index from 0.
 *
 * @param number the number of the set, from 1; a later set has a higher number
 * @param name the name for the user
 * @param tasks the number of tasks
 * @param request the requirements of each task
 * @param program the commands
 * @param order the dependencies between the tasks
 * @param after the sets that must succeed before a task of this one starts
 */
public record FillSet(
        int number,
        String name,
        int tasks,
        FillRequest request,
        FillProgram program,
        TaskOrder order,
        List<Integer> after) {
    /** The greatest number of tasks of a set. */
    public static final int MOST_TASKS = 10_000_000;

    /** Checks the numbers. */
    public FillSet {
        after = List.copyOf(after);
        if (number < 1 || tasks < 1 || tasks > MOST_TASKS) {
            throw new IllegalArgumentException(
                    "a set has a number from 1 and 1 to " + MOST_TASKS + " tasks: " + number + ", " + tasks);
        }
        int lines = program.lines().size();
        if (lines != 0 && lines != tasks) {
            throw new IllegalArgumentException("the set has " + tasks + " tasks and " + lines + " lines");
        }
        for (int before : after) {
            if (before >= number || before < 1) {
                throw new IllegalArgumentException(
                        "set " + number + " waits for set " + before + ", which is not" + " before it");
            }
        }
    }

    /** Returns a set of independent tasks. */
    public static FillSet of(int number, int tasks, FillRequest request, FillProgram program) {
        return new FillSet(number, "set-" + number, tasks, request, program, TaskOrder.none(), List.of());
    }

    /** Returns this set with dependencies between its tasks. */
    public FillSet ordered(TaskOrder other) {
        return new FillSet(number, name, tasks, request, program, other, after);
    }

    /** Returns this set after other sets. */
    public FillSet after(Integer... sets) {
        return new FillSet(number, name, tasks, request, program, order, List.of(sets));
    }

    /** Returns this set with another number. */
    public FillSet numbered(int other) {
        return new FillSet(other, name, tasks, request, program, order, after);
    }
}
