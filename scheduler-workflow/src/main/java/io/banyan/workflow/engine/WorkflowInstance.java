package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.engine.CwlRun.Receiver;
import io.banyan.workflow.format.cwl.CwlLink;
import io.banyan.workflow.format.cwl.CwlParameter;
import io.banyan.workflow.format.cwl.CwlProcess.CwlWorkflow;
import io.banyan.workflow.format.cwl.CwlStep;
import io.banyan.workflow.format.cwl.CwlTypeMatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workflow that runs: the values that are there, and the steps that wait for others. */
final class WorkflowInstance {
    private final CwlRun run;
    private final CwlTask task;
    private final CwlWorkflow workflow;
    private final Receiver receiver;
    private final Map<String, JsonNode> values = new HashMap<>();
    private final List<CwlStep> waiting;
    private int running;
    private boolean advancing;
    private boolean changed;

    WorkflowInstance(CwlRun run, CwlTask task, CwlWorkflow workflow, Receiver receiver) {
        this.run = run;
        this.task = task;
        this.workflow = workflow;
        this.receiver = receiver;
        this.waiting = new ArrayList<>(workflow.steps());
    }

    void begin() {
        try {
            ObjectNode inputs = new InputPreparation(task, run.files(), false).prepared();
            inputs.properties().forEach(entry -> values.put(entry.getKey(), entry.getValue()));
            advance();
        } catch (TaskException e) {
            run.failed(String.valueOf(e.getMessage()));
        }
    }

    /** Starts the steps whose sources have values, also those that others make ready by ending at once. */
    private void advance() {
        changed = true;
        if (advancing) {
            return;
        }
        advancing = true;
        while (changed) {
            changed = false;
            List<CwlStep> ready = new ArrayList<>();
            for (Iterator<CwlStep> steps = waiting.iterator(); steps.hasNext(); ) {
                CwlStep step = steps.next();
                if (isReady(step)) {
                    ready.add(step);
                    steps.remove();
                }
            }
            ready.forEach(this::start);
        }
        advancing = false;
        if (waiting.isEmpty() && running == 0) {
            finish();
        }
    }

    private boolean isReady(CwlStep step) {
        return step.inputs().stream()
                .flatMap(input -> input.link().sources().stream())
                .allMatch(source -> values.containsKey(source.toString()));
    }

    private void start(CwlStep step) {
        running++;
        String path = task.id().isEmpty() ? step.id() : task.id() + "/" + step.id();
        try {
            new StepInstance(run, step, path, task.requirements(), values, outputs -> {
                        running--;
                        outputs.properties()
                                .forEach(entry -> values.put(step.id() + "/" + entry.getKey(), entry.getValue()));
                        advance();
                    })
                    .begin();
        } catch (TaskException e) {
            run.failed("step '" + path + "': " + e.getMessage());
        }
    }

    private void finish() {
        ObjectNode outputs = JsonNodeFactory.instance.objectNode();
        try {
            for (CwlParameter output : workflow.outputs()) {
                if (output.link().isPresent()) {
                    CwlLink link = output.link().get();
                    String what = "output '" + output.id() + "'";
                    JsonNode value = LinkedValues.value(link, values, what);
                    Optional<String> fault = CwlTypeMatch.faultOfOutput(output.type(), value);
                    if (fault.isPresent()) {
                        throw new TaskException(what + " of the workflow " + fault.get());
                    }
                    outputs.set(output.id(), value);
                }
            }
        } catch (TaskException e) {
            run.failed(String.valueOf(e.getMessage()));
            return;
        }
        receiver.done(outputs);
    }
}
