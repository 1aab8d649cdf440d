package io.banyan.workflow.run;

import io.banyan.workflow.engine.RunOutcome;
import io.banyan.workflow.engine.TaskResult;
import io.banyan.workflow.model.StepId;
import java.util.List;
import java.util.Optional;

/**
 * The order of the tasks of one run: results in, ready tasks out. The same results in the same order give the same
 * tasks. A task that fails ends the steps that depend on it; the others go on.
 */
public interface TaskFlow {
    /** Returns the tasks that are ready at once. Call it first, and once. */
    List<RunTask> start();

    /** Returns the tasks that are ready after the end of another one. A repeated result has no effect. */
    List<RunTask> on(TaskResult result);

    /** Returns the outcome; empty while tasks run. */
    Optional<RunOutcome> outcome();

    /** Returns whether a step gets no further tasks, as far as that is known before the end of the run. */
    boolean isComplete(StepId step);
}
