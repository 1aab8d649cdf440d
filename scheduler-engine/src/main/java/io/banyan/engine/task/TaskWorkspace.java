package io.banyan.engine.task;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.engine.store.WorkflowSubmission;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.engine.CwlTask;
import io.banyan.workflow.engine.ExpressionCall;
import io.banyan.workflow.engine.FileView;
import io.banyan.workflow.engine.OutputCollection;
import io.banyan.workflow.engine.TaskCommand;
import io.banyan.workflow.engine.TaskCommands;
import io.banyan.workflow.engine.TaskException;
import io.banyan.workflow.engine.TaskPlace;
import io.banyan.workflow.format.cwl.CwlProcess.CommandLineTool;
import io.banyan.workflow.format.cwl.CwlProcess.CwlWorkflow;
import io.banyan.workflow.format.cwl.CwlProcess.ExpressionTool;
import io.banyan.workflow.format.cwl.CwlProcess.Operation;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepAction;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.run.RunEffect;
import io.banyan.workflow.run.RunTask;
import io.banyan.workflow.run.TaskRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * The files and the commands of the tasks of one run. Each attempt of a task has a directory of its own. The directory
 * is on a file system that all nodes see.
 */
public final class TaskWorkspace {
    private static final long MILLIS = 1_000;
    private static final String LOG = "log";
    /** The longest part of a task's name in the name of its job. */
    private static final int LONGEST_WORD = 150;

    private final Path directory;
    private final long workflow;
    private final String prefix;
    private final String name;
    private final WorkflowSubmission submission;
    private final Map<StepId, Needs> needs;
    private final FileView files;

    /** The start of a task: a job, or for a task without a command its outputs. */
    public sealed interface Prepared {
        /** A job to submit. */
        record Job(BatchJob job) implements Prepared {}

        /** The outputs of an expression. */
        record Outputs(ObjectNode outputs) implements Prepared {}
    }

    /**
     * Makes the workspace of a run.
     *
     * @param store the store, in whose directory the files are
     */
    public TaskWorkspace(
            WorkflowStore store, long workflow, Workflow model, WorkflowSubmission submission, FileView files) {
        this.directory = store.directory().resolve(Long.toString(workflow));
        this.workflow = workflow;
        this.prefix = store.prefix(workflow);
        this.name = model.name();
        this.submission = submission;
        this.needs = model.steps().stream().collect(Collectors.toMap(Step::id, Step::needs));
        this.files = files;
    }

    /** Returns the file with the output of the job of an attempt of a task. */
    public static Path log(Path directory, long workflow, String task, int attempt) {
        return attempt(directory.resolve(Long.toString(workflow)), task, attempt)
                .resolve(LOG);
    }

    /** Removes the files of all tasks of a run. */
    public static void remove(Path directory, long workflow) throws IOException {
        StagedFiles.remove(directory.resolve(Long.toString(workflow)));
    }

    private static Path attempt(Path directory, String task, int attempt) {
        return directory.resolve(task).resolve("attempt-" + attempt);
    }

    private Path attempt(TaskRecord task) {
        return attempt(directory, task.task().id(), task.attempt());
    }

    /** Returns the name of the job of an attempt, unique for the user. */
    public String jobName(TaskRecord task) {
        String id = task.task().id().replace('/', ':');
        String word = id.length() <= LONGEST_WORD
                ? id
                : id.substring(0, LONGEST_WORD) + "-" + Integer.toHexString(id.hashCode());
        return prefix + word + "_" + task.attempt();
    }

    /**
     * Makes the files of a task, and returns its job.
     *
     * @throws TaskException if the task cannot run, and another attempt could not either
     * @throws IOException if a file cannot be made
     */
    public Prepared prepare(RunEffect.Start start) throws TaskException, IOException {
        TaskRecord task = start.task();
        return switch (task.task()) {
            case RunTask.OfStep of -> new Prepared.Job(job(start, of));
            case RunTask.OfTool of ->
                switch (of.task().process()) {
                    case CommandLineTool tool -> new Prepared.Job(job(start, of, tool));
                    case ExpressionTool tool -> new Prepared.Outputs(ExpressionCall.outputs(of.task(), tool, files));
                    case Operation operation ->
                        throw new TaskException("task '" + of.id() + "' is an operation, which only can be planned");
                    case CwlWorkflow inner -> throw new IllegalStateException("a workflow is not a task");
                };
        };
    }

    private BatchJob job(RunEffect.Start start, RunTask.OfStep task) throws TaskException, IOException {
        List<String> words = switch (task.of().action()) {
            case StepAction.Program program -> program.words();
            case StepAction.Script script -> List.of("/bin/sh", "-c", script.text());
            case StepAction other -> throw new TaskException("task '" + task.id() + "' has no command");
        };
        Files.createDirectories(attempt(start.task()));
        SequencedMap<String, String> environment = environment(start.task());
        environment.put("BANYAN_WORKFLOW_TASK", Integer.toString(task.number()));
        environment.put("BANYAN_WORKFLOW_TASKS", Integer.toString(task.tasks()));
        return job(start, words, environment, Path.of(submission.directory()), start.limitSec());
    }

    private BatchJob job(RunEffect.Start start, RunTask.OfTool of, CommandLineTool tool)
            throws TaskException, IOException {
        TaskPlace place = place(start.task());
        TaskCommand command = TaskCommands.command(of.task(), tool, place, files);
        if (command.words().isEmpty()) {
            throw new TaskException("task '" + of.id() + "' has no command");
        }
        StagedFiles.make(place, command.staging());
        SequencedMap<String, String> environment = environment(start.task());
        environment.putAll(command.environment());
        OptionalLong stated = command.limitMillis().isPresent()
                ? OptionalLong.of(Math.max(1, Math.ceilDiv(command.limitMillis().get(), MILLIS)))
                : OptionalLong.empty();
        return job(start, StreamWords.of(command, place), environment, place.outdir(), limit(stated, start));
    }

    /** Returns the limit of the tool, unless it is longer than the time that its reservation has left. */
    private static OptionalLong limit(OptionalLong stated, RunEffect.Start start) {
        boolean isLonger = stated.isPresent()
                && start.leftSec().isPresent()
                && stated.getAsLong() >= start.leftSec().getAsLong();
        return stated.isPresent() && !isLonger ? stated : start.limitSec();
    }

    private TaskPlace place(TaskRecord task) {
        Path own = attempt(task).toAbsolutePath();
        return new TaskPlace(own.resolve("out"), own.resolve("tmp"), own.resolve("stage"));
    }

    private BatchJob job(
            RunEffect.Start start,
            List<String> words,
            SequencedMap<String, String> environment,
            Path workingDirectory,
            OptionalLong limitSec) {
        TaskRecord task = start.task();
        return new BatchJob(
                jobName(task),
                words,
                environment,
                workingDirectory,
                attempt(task).resolve(LOG).toAbsolutePath(),
                needs.getOrDefault(task.task().step(), Needs.ofCores(1)),
                limitSec,
                start.reservation(),
                Optional.of(submission.settings().account()).filter(it -> !it.isEmpty()));
    }

    private SequencedMap<String, String> environment(TaskRecord task) {
        SequencedMap<String, String> environment = new LinkedHashMap<>(submission.environment());
        environment.put("BANYAN_WORKFLOW_ID", Long.toString(workflow));
        environment.put("BANYAN_WORKFLOW_NAME", name);
        environment.put("BANYAN_WORKFLOW_STEP", task.task().step().path());
        environment.put("BANYAN_WORKFLOW_ATTEMPT", Integer.toString(task.attempt()));
        return environment;
    }

    /**
     * Returns the outputs of a task whose program has ended.
     *
     * @throws TaskException if the program failed, or an output is missing
     */
    public ObjectNode collect(TaskRecord task) throws TaskException {
        return switch (task.task()) {
            case RunTask.OfStep of -> {
                if (task.exitCode() != 0) {
                    throw new TaskException("task '" + of.id() + "' ended with exit code " + task.exitCode());
                }
                yield JsonNodeFactory.instance.objectNode();
            }
            case RunTask.OfTool of -> collect(task, of.task());
        };
    }

    private ObjectNode collect(TaskRecord task, CwlTask of) throws TaskException {
        if (!(of.process() instanceof CommandLineTool tool)) {
            throw new IllegalStateException("only a tool has a job");
        }
        TaskPlace place = place(task);
        TaskCommand command = TaskCommands.command(of, tool, place, files);
        return OutputCollection.outputs(of, tool, command, place, task.exitCode(), files);
    }
}
