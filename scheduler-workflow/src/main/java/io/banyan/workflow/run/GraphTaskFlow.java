package io.banyan.workflow.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.banyan.workflow.engine.RunOutcome;
import io.banyan.workflow.engine.TaskResult;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tasks of a workflow whose steps have commands. The tasks of a step are ready when all steps before it have
 * succeeded. O(1) for each result, and O(edges) in total.
 */
public final class GraphTaskFlow implements TaskFlow {
    private final List<Step> steps;
    private final StepGraph graph;
    private final int[] tasks;
    /** The number of steps before each step that have not succeeded. */
    private final int[] missing;
    /** The number of tasks of each step that have not ended. */
    private final int[] left;

    private final boolean[] failed;
    private final Map<StepId, Integer> numbers = new HashMap<>();
    /** The steps of the running tasks, by the tasks' names. */
    private final Map<String, Integer> running = new LinkedHashMap<>();

    private final List<String> failures = new ArrayList<>();

    /** Prepares a run of all steps. */
    public GraphTaskFlow(Workflow workflow) {
        this.steps = workflow.steps();
        this.graph = StepGraph.of(workflow);
        this.tasks = new int[steps.size()];
        this.missing = new int[steps.size()];
        this.failed = new boolean[steps.size()];
        for (int step : graph.order()) {
            int parents = 0;
            for (int earlier : graph.before(step)) {
                parents = Math.max(parents, tasks[earlier]);
            }
            tasks[step] = steps.get(step).width().planned(parents == 0 ? 1 : parents);
            missing[step] = graph.before(step).length;
            numbers.put(steps.get(step).id(), step);
        }
        this.left = tasks.clone();
    }

    @Override
    public List<RunTask> start() {
        Deque<Integer> ready = new ArrayDeque<>();
        for (int step : graph.order()) {
            if (missing[step] == 0) {
                ready.add(step);
            }
        }
        return begun(ready);
    }

    @Override
    public List<RunTask> on(TaskResult result) {
        Integer step = running.remove(result.id());
        Deque<Integer> ready = new ArrayDeque<>();
        if (step != null) {
            left[step]--;
            if (result instanceof TaskResult.Failed failure) {
                failures.add(failure.reason());
                giveUp(step);
            }
            if (left[step] == 0 && !failed[step]) {
                succeeded(step, ready);
            }
        }
        return begun(ready);
    }

    /** Begins steps, and those that follow a step without tasks. */
    private List<RunTask> begun(Deque<Integer> ready) {
        List<RunTask> begun = new ArrayList<>();
        while (!ready.isEmpty()) {
            int step = ready.remove();
            for (int number = 0; number < tasks[step]; number++) {
                Step of = steps.get(step);
                String id = tasks[step] == 1 ? of.id().path() : of.id().path() + "[" + number + "]";
                running.put(id, step);
                begun.add(new RunTask.OfStep(id, of, number, tasks[step]));
            }
            if (tasks[step] == 0) {
                succeeded(step, ready);
            }
        }
        return begun;
    }

    private void succeeded(int step, Deque<Integer> ready) {
        for (int later : graph.next(step)) {
            if (--missing[later] == 0) {
                ready.add(later);
            }
        }
    }

    @Override
    public Optional<RunOutcome> outcome() {
        if (!running.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                failures.isEmpty()
                        ? new RunOutcome.Succeeded(JsonNodeFactory.instance.objectNode())
                        : new RunOutcome.Failed(failures));
    }

    /** Marks a step that failed, and all steps that would follow it. O(edges) in total. */
    private void giveUp(int failedStep) {
        Deque<Integer> reached = new ArrayDeque<>(List.of(failedStep));
        while (!reached.isEmpty()) {
            int step = reached.remove();
            if (!failed[step]) {
                failed[step] = true;
                for (int later : graph.next(step)) {
                    reached.add(later);
                }
            }
        }
    }

    /** A step behind a failed one has no task that ends, and gets none. */
    @Override
    public boolean isComplete(StepId step) {
        int number = numbers.getOrDefault(step, -1);
        return number >= 0 && (left[number] == 0 || (failed[number] && left[number] == tasks[number]));
    }
}
