package io.banyan.sim.workflow;

import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.reduce.Block;
import io.banyan.workflow.reduce.BlockGraph;
import io.banyan.workflow.reduce.BlockPart;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The tasks of a workflow that use resources, in an order in which each task comes after those that it waits for. Steps
 * without resources take no time, so that the tasks after such a step wait for those before it.
 */
final class TaskGraph {
    private static final long SECOND_MILLIS = 1_000;

    private final List<Task> tasks = new ArrayList<>();
    private final Map<String, Task> byId = new HashMap<>();

    /**
     * One task.
     *
     * @param id its name: that of the step, with the number of the task in brackets if the step has several
     * @param needs its resources
     * @param statedMillis the run time that the workflow states, which is its limit
     * @param ranMillis its actual run time, at most the stated one, in whole seconds
     * @param before the numbers of the tasks that must end before, ascending
     */
    record Task(int number, String id, Needs needs, long statedMillis, long ranMillis, List<Integer> before) {}

    /**
     * Returns the tasks of a workflow.
     *
     * @param error the most by which a stated time exceeds the actual one: the actual time of each task is the stated
     *     one divided by a factor drawn between 1 and this one
     * @param seed the seed of the factors
     */
    static TaskGraph of(WorkflowReduction reduction, double error, long seed) {
        var random = new SplittableRandom(seed);
        var graph = new TaskGraph();
        BlockGraph blocks = reduction.original();
        List<List<Integer>> last = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            var before = new TreeSet<Integer>();
            for (int earlier : blocks.before(i)) {
                before.addAll(last.get(earlier));
            }
            last.add(graph.add(blocks.blocks().get(i), List.copyOf(before), error, random));
        }
        return graph;
    }

    /** Adds the tasks of a step, and returns the tasks that the next steps wait for. */
    private List<Integer> add(Block block, List<Integer> before, double error, SplittableRandom random) {
        if (!(block.part() instanceof BlockPart.Tasks(StepId step, int count, long millis)) || block.lanes() == 0) {
            return before;
        }
        List<Integer> added = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double factor = 1 + random.nextDouble() * (error - 1);
            long ran = SECOND_MILLIS * Math.max(1, (long) Math.ceil(millis / factor / SECOND_MILLIS));
            String id = count == 1 ? step.path() : step.path() + "[" + i + "]";
            var task = new Task(tasks.size(), id, block.needs(), millis, ran, before);
            tasks.add(task);
            byId.put(id, task);
            added.add(task.number);
        }
        return added;
    }

    /** Returns the tasks in their order. */
    List<Task> tasks() {
        return tasks;
    }

    /** Returns a task; an exception if no task has this name. */
    Task task(String id) {
        Task task = byId.get(id);
        if (task == null) {
            throw new IllegalArgumentException("the workflow has no task '" + id + "'");
        }
        return task;
    }

    /** Returns the core time that the tasks use, in core milliseconds. */
    double usedCoreMillis() {
        return tasks.stream()
                .mapToDouble(task -> (double) task.needs.totalCores() * task.ranMillis)
                .sum();
    }
}
