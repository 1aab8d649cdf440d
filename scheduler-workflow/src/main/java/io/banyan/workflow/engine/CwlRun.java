package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.format.cwl.CwlInputs;
import io.banyan.workflow.format.cwl.CwlProcess;
import io.banyan.workflow.format.cwl.CwlProcess.CwlWorkflow;
import io.banyan.workflow.format.cwl.CwlRequirements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a process as a state machine: ends of tasks in, ready tasks out. One thread at a time may call it.
 *
 * <p>The same results in the same order give the same tasks. A task that fails ends the steps that depend on it; the
 * others go on. It reads files through {@code FileView} where the document asks for their contents.
 */
public final class CwlRun {
    private final CwlProcess process;
    private final CwlInputs inputs;
    private final FileView files;
    private final Map<String, Receiver> waiting = new LinkedHashMap<>();
    private final List<CwlTask> ready = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private Optional<ObjectNode> outputs = Optional.empty();

    /** The place that waits for the outputs of a process. */
    @FunctionalInterface
    interface Receiver {
        void done(ObjectNode outputs);
    }

    /** Prepares a run. */
    public CwlRun(CwlProcess process, CwlInputs inputs, FileView files) {
        this.process = process;
        this.inputs = inputs;
        this.files = files;
    }

    /** Returns the tasks that are ready at once. Call it first, and once. */
    public List<CwlTask> start() {
        CwlRequirements requirements = inputs.requirements().within(process.requirements());
        String id = process instanceof CwlWorkflow ? "" : "main";
        CwlTask whole = new CwlTask(id, process, requirements, inputs.values());
        try {
            ObjectNode values = new InputPreparation(whole, files, true).prepared();
            call(id, process, requirements, values, result -> outputs = Optional.of(result));
        } catch (TaskException e) {
            failures.add(String.valueOf(e.getMessage()));
        }
        return takeReady();
    }

    /**
     * Returns the tasks that are ready after the end of another one. A result of a task that is not running has no
     * effect, so that a repeated one is harmless.
     */
    public List<CwlTask> on(TaskResult result) {
        Receiver receiver = waiting.remove(result.id());
        if (receiver != null) {
            switch (result) {
                case TaskResult.Succeeded succeeded -> receiver.done(succeeded.outputs());
                case TaskResult.Failed failed -> failures.add(failed.reason());
            }
        }
        return takeReady();
    }

    /** Returns the outcome; empty while tasks run. */
    public Optional<RunOutcome> outcome() {
        if (!waiting.isEmpty()) {
            return Optional.empty();
        }
        return outputs.<RunOutcome>map(RunOutcome.Succeeded::new)
                .or(() -> Optional.of(new RunOutcome.Failed(failures)));
    }

    private List<CwlTask> takeReady() {
        List<CwlTask> tasks = List.copyOf(ready);
        ready.clear();
        return tasks;
    }

    /** Begins a process; {@code receiver} gets its outputs, at once for a workflow without tasks. */
    void call(String id, CwlProcess called, CwlRequirements requirements, ObjectNode values, Receiver receiver) {
        CwlTask task = new CwlTask(id, called, requirements, values);
        if (called instanceof CwlWorkflow workflow) {
            new WorkflowInstance(this, task, workflow, receiver).begin();
        } else {
            waiting.put(id, receiver);
            ready.add(task);
        }
    }

    FileView files() {
        return files;
    }

    void failed(String reason) {
        failures.add(reason);
    }
}
