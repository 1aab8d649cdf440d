package io.banyan.workflow.run;

import io.banyan.workflow.engine.CwlRun;
import io.banyan.workflow.engine.CwlTask;
import io.banyan.workflow.engine.FileView;
import io.banyan.workflow.engine.RunOutcome;
import io.banyan.workflow.engine.TaskResult;
import io.banyan.workflow.format.cwl.CwlJob;
import io.banyan.workflow.format.cwl.CwlProcess.CwlWorkflow;
import io.banyan.workflow.model.StepId;
import java.util.List;
import java.util.Optional;

/** The tasks of a document of CWL. */
public final class CwlTaskFlow implements TaskFlow {
    private final CwlRun run;
    /** The only step of a document that is one tool. */
    private final Optional<StepId> only;

    /** Prepares a run. */
    public CwlTaskFlow(CwlJob job, FileView files) {
        this.run = new CwlRun(job.process(), job.inputs(), files);
        this.only = job.process() instanceof CwlWorkflow
                ? Optional.empty()
                : Optional.of(job.workflow().steps().getFirst().id());
    }

    @Override
    public List<RunTask> start() {
        return tasks(run.start());
    }

    @Override
    public List<RunTask> on(TaskResult result) {
        return tasks(run.on(result));
    }

    private List<RunTask> tasks(List<CwlTask> ready) {
        return ready.stream()
                .<RunTask>map(task -> new RunTask.OfTool(step(task), task))
                .toList();
    }

    /** Returns the step of a task, whose name has a number in brackets for each scatter around it. */
    private StepId step(CwlTask task) {
        return only.orElseGet(() -> new StepId(task.id().replaceAll("\\[\\d+]", "")));
    }

    @Override
    public Optional<RunOutcome> outcome() {
        return run.outcome();
    }

    /** A scatter inside a subworkflow may begin further tasks of a step until the end. */
    @Override
    public boolean isComplete(StepId step) {
        return run.outcome().isPresent();
    }
}
