package io.banyan.bench.cwl;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.engine.CwlRun;
import io.banyan.workflow.engine.CwlTask;
import io.banyan.workflow.engine.ExpressionCall;
import io.banyan.workflow.engine.FileView;
import io.banyan.workflow.engine.LocalFileView;
import io.banyan.workflow.engine.OutputCollection;
import io.banyan.workflow.engine.RunOutcome;
import io.banyan.workflow.engine.TaskCommand;
import io.banyan.workflow.engine.TaskCommands;
import io.banyan.workflow.engine.TaskException;
import io.banyan.workflow.engine.TaskPlace;
import io.banyan.workflow.engine.TaskResult;
import io.banyan.workflow.format.cwl.CwlFormat;
import io.banyan.workflow.format.cwl.CwlInputs;
import io.banyan.workflow.format.cwl.CwlProcess;
import io.banyan.workflow.format.cwl.CwlProcess.CommandLineTool;
import io.banyan.workflow.format.cwl.CwlProcess.CwlWorkflow;
import io.banyan.workflow.format.cwl.CwlProcess.ExpressionTool;
import io.banyan.workflow.format.cwl.CwlProcess.Operation;
import io.banyan.workflow.format.cwl.LocalTextFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** A run whose tasks are processes of this machine, one after the other. */
final class LocalRun {
    private final Path directory;
    private final FileView files;
    private int tasks;

    LocalRun(Path directory, FileView files) {
        this.directory = directory;
        this.files = files;
    }

    /** Returns the runner of a suite. */
    static CaseRun.Runner of(Path suite) {
        LocalTextFiles inside = new LocalTextFiles(suite);
        return (test, scratch) -> {
            CwlProcess process = CwlFormat.process(test.tool(), inside);
            CwlInputs inputs =
                    test.job().isPresent() ? CwlFormat.inputs(test.job().get(), process, inside) : CwlInputs.none();
            return new LocalRun(scratch, new LocalFileView()).run(process, inputs);
        };
    }

    private RunOutcome run(CwlProcess process, CwlInputs inputs) throws IOException, InterruptedException {
        CwlRun run = new CwlRun(process, inputs, files);
        Deque<CwlTask> ready = new ArrayDeque<>(run.start());
        while (run.outcome().isEmpty()) {
            CwlTask task = ready.remove();
            ready.addAll(run.on(result(task)));
        }
        return run.outcome().get();
    }

    private TaskResult result(CwlTask task) throws IOException, InterruptedException {
        try {
            return new TaskResult.Succeeded(task.id(), outputs(task));
        } catch (TaskException e) {
            return new TaskResult.Failed(task.id(), String.valueOf(e.getMessage()));
        }
    }

    private ObjectNode outputs(CwlTask task) throws TaskException, IOException, InterruptedException {
        return switch (task.process()) {
            case CommandLineTool tool -> outputs(task, tool);
            case ExpressionTool tool -> ExpressionCall.outputs(task, tool, files);
            case Operation operation -> throw new TaskException("an operation cannot be run");
            case CwlWorkflow workflow -> throw new IllegalStateException("a workflow is not a task");
        };
    }

    private ObjectNode outputs(CwlTask task, CommandLineTool tool)
            throws TaskException, IOException, InterruptedException {
        Path own = directory.resolve(String.valueOf(tasks++));
        TaskPlace place = new TaskPlace(own.resolve("out"), own.resolve("tmp"), own.resolve("stage"));
        TaskCommand command = TaskCommands.command(task, tool, place, files);
        if (command.words().isEmpty()) {
            throw new TaskException("task '" + task.id() + "' has no command");
        }
        Optional<Integer> code = TaskProcess.run(command, place);
        if (code.isEmpty()) {
            throw new TaskException("task '" + task.id() + "' was stopped at its time limit");
        }
        return OutputCollection.outputs(task, tool, command, place, code.get(), files);
    }
}
