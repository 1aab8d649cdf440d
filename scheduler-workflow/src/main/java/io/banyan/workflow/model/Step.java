package io.banyan.workflow.model;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A step of a workflow: one task, or several equal tasks that may run side by side.
 *
 * @param id its name, unique in the workflow
 * @param needs the resources of one task
 * @param time the run time of one task
 * @param width the number of tasks
 * @param action the work of one task
 * @param after the steps that must end before this one starts, beside those that write its inputs
 * @param inputs the names of the files that it reads
 * @param outputs the names of the files that it writes
 * @param placement the rules for its place and start
 * @param retries the number of further attempts after a failed one, 0 or more
 */
public record Step(
        StepId id,
        Needs needs,
        TaskTime time,
        Width width,
        StepAction action,
        Set<StepId> after,
        List<String> inputs,
        List<String> outputs,
        StepPlacement placement,
        int retries) {
    /** The most further attempts. */
    public static final int MAX_RETRIES = 100;

    /** Checks the retries, and copies the collections. */
    public Step {
        after = Set.copyOf(after);
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        if (retries < 0 || retries > MAX_RETRIES) {
            throw new IllegalArgumentException("'retries' must be 0 to " + MAX_RETRIES + ", found " + retries);
        }
    }

    /** Returns a step of one task that is only planned, without files. */
    public static Step of(String id, Needs needs, long millis, String... after) {
        return new Step(
                new StepId(id),
                needs,
                new TaskTime.Known(millis, TaskTime.Origin.STATED),
                Width.ONE,
                new StepAction.PlanOnly(),
                Arrays.stream(after).map(StepId::new).collect(Collectors.toSet()),
                List.of(),
                List.of(),
                StepPlacement.ANYWHERE,
                0);
    }
}
