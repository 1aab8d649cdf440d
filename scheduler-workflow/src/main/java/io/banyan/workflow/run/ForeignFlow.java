package io.banyan.workflow.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.banyan.workflow.engine.RunOutcome;
import io.banyan.workflow.engine.TaskResult;
import io.banyan.workflow.model.StepId;
import java.util.List;
import java.util.Optional;

/**
 * The order of a run whose tasks another workflow engine starts: no task of ours is ever ready, and the run ends with
 * that engine.
 */
public final class ForeignFlow implements TaskFlow {
    /** The result that stands for the end of the engine. */
    static final TaskResult ENGINE_ENDED = new TaskResult.Succeeded("engine", JsonNodeFactory.instance.objectNode());

    private boolean hasEnded;

    @Override
    public List<RunTask> start() {
        return List.of();
    }

    @Override
    public List<RunTask> on(TaskResult result) {
        hasEnded |= result.equals(ENGINE_ENDED);
        return List.of();
    }

    @Override
    public Optional<RunOutcome> outcome() {
        return hasEnded
                ? Optional.of(new RunOutcome.Succeeded(JsonNodeFactory.instance.objectNode()))
                : Optional.empty();
    }

    @Override
    public boolean isComplete(StepId step) {
        return hasEnded;
    }
}
