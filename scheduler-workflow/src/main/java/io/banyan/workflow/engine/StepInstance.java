package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.engine.CwlRun.Receiver;
import io.banyan.workflow.expression.ExpressionContext;
import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.expression.Expressions;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlFileRules;
import io.banyan.workflow.format.cwl.CwlFileValues;
import io.banyan.workflow.format.cwl.CwlNeeds;
import io.banyan.workflow.format.cwl.CwlParameter;
import io.banyan.workflow.format.cwl.CwlRequirements;
import io.banyan.workflow.format.cwl.CwlStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A step that runs: its tasks, and the outputs of those that have ended. */
final class StepInstance {
    private final CwlRun run;
    private final CwlStep step;
    private final String path;
    private final CwlRequirements requirements;
    private final Map<String, JsonNode> values;
    private final Receiver receiver;
    private final Expressions expressions;
    private final List<ObjectNode> ended = new ArrayList<>();
    private int left;

    StepInstance(
            CwlRun run,
            CwlStep step,
            String path,
            CwlRequirements outer,
            Map<String, JsonNode> values,
            Receiver receiver) {
        this.run = run;
        this.step = step;
        this.path = path;
        this.requirements =
                step.run().requirements().within(step.requirements()).within(outer);
        this.values = values;
        this.receiver = receiver;
        // The expressions of a step belong to the workflow, not to the process that the step runs.
        this.expressions = CwlNeeds.expressions(step.requirements().within(outer));
    }

    void begin() throws TaskException {
        ObjectNode inputs = JsonNodeFactory.instance.objectNode();
        for (CwlStep.Input input : step.inputs()) {
            inputs.set(input.id(), value(input));
        }
        Optional<ScatterProduct> product =
                step.scatter().isEmpty() ? Optional.empty() : Optional.of(ScatterProduct.of(step, inputs));
        int tasks = product.map(ScatterProduct::tasks).orElse(1);
        List<Optional<ObjectNode>> arriving = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            arriving.add(arriving(product.isPresent() ? product.get().inputs(i, inputs) : inputs));
            ended.add(JsonNodeFactory.instance.objectNode());
        }
        left = tasks;
        for (int i = 0; i < tasks; i++) {
            int task = i;
            Receiver one = outputs -> ended(task, outputs, product);
            if (arriving.get(i).isPresent()) {
                String id = product.isPresent() ? path + "[" + i + "]" : path;
                run.call(id, step.run(), requirements, arriving.get(i).get(), one);
            } else {
                one.done(JsonNodeFactory.instance.objectNode());
            }
        }
        if (tasks == 0) {
            finish(product);
        }
    }

    /** Returns the value of an input before its list is scattered and its expression evaluated. */
    private JsonNode value(CwlStep.Input input) throws TaskException {
        String what = "input '" + input.id() + "'";
        JsonNode value = LinkedValues.value(input.link(), values, what);
        FileObjects objects = new FileObjects(run.files());
        if (value.isNull()) {
            value = objects.named(input.defaultValue().orElse(NullNode.instance));
        }
        if (input.files().loadContents() || input.files().loadListing().isPresent()) {
            value = value.deepCopy();
            for (JsonNode one : value.isArray() ? value : List.of(value)) {
                load(objects, one, input.files());
            }
        }
        return value;
    }

    private static void load(FileObjects objects, JsonNode value, CwlFileRules rules) throws TaskException {
        if (value instanceof ObjectNode file && CwlFileValues.isFile(value) && rules.loadContents()) {
            objects.loadContents(file);
        } else if (value instanceof ObjectNode directory
                && CwlFileValues.isDirectory(value)
                && rules.loadListing().isPresent()) {
            objects.loadListing(directory, rules.loadListing().get(), new EntryCount()::add);
        }
    }

    /** Returns the inputs of the process of one task; empty if the task is not run. */
    private Optional<ObjectNode> arriving(ObjectNode linked) throws TaskException {
        // Tasks share their values: a copy for each would take the square of the length of a scattered list.
        ObjectNode inputs = JsonNodeFactory.instance.objectNode();
        inputs.setAll(linked);
        ExpressionContext context = ExpressionContext.of(linked);
        try {
            for (CwlStep.Input input : step.inputs()) {
                if (input.valueFrom().isPresent()) {
                    ExpressionContext own = context.withSelf(linked.path(input.id()));
                    inputs.set(
                            input.id(), expressions.evaluate(input.valueFrom().get(), own));
                }
            }
            if (step.when().isPresent()) {
                JsonNode when = expressions.evaluate(step.when().get(), ExpressionContext.of(inputs));
                if (!when.isBoolean()) {
                    throw new TaskException("'when' must give true or false, found " + JsonValues.describe(when));
                }
                if (!when.booleanValue()) {
                    return Optional.empty();
                }
            }
        } catch (ExpressionException e) {
            throw new TaskException(String.valueOf(e.getMessage()));
        }
        ObjectNode arriving = JsonNodeFactory.instance.objectNode();
        for (CwlParameter input : step.run().inputs()) {
            arriving.set(
                    input.id(), inputs.path(input.id()).isMissingNode() ? NullNode.instance : inputs.path(input.id()));
        }
        return Optional.of(arriving);
    }

    private void ended(int task, ObjectNode outputs, Optional<ScatterProduct> product) {
        ended.set(task, outputs);
        left--;
        if (left == 0) {
            finish(product);
        }
    }

    private void finish(Optional<ScatterProduct> product) {
        ObjectNode outputs = JsonNodeFactory.instance.objectNode();
        for (String output : step.outputs()) {
            List<JsonNode> all = ended.stream()
                    .map(one -> one.path(output))
                    .map(value -> value.isMissingNode() ? NullNode.instance : value)
                    .toList();
            outputs.set(output, product.isPresent() ? product.get().gathered(all) : all.getFirst());
        }
        receiver.done(outputs);
    }
}
