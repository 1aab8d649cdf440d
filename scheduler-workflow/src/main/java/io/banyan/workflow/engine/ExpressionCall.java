package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.expression.ExpressionContext;
import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlFileValues;
import io.banyan.workflow.format.cwl.CwlNeeds;
import io.banyan.workflow.format.cwl.CwlParameter;
import io.banyan.workflow.format.cwl.CwlProcess.ExpressionTool;
import io.banyan.workflow.format.cwl.CwlTypeMatch;
import java.util.Optional;

/** The evaluation of a task that is an expression. */
public final class ExpressionCall {
    private ExpressionCall() {}

    /**
     * Returns the outputs of a task.
     *
     * @throws TaskException if an input does not fit, the expression has no value, or an output is of another type
     */
    public static ObjectNode outputs(CwlTask task, ExpressionTool tool, FileView files) throws TaskException {
        JsonNode inputs = CwlFileValues.mapped(new InputPreparation(task, files, false).prepared(), object -> {
            FileObjects.path(object).ifPresent(path -> object.put("path", path.toString()));
            return object;
        });
        JsonNode value;
        try {
            ExpressionContext context = ExpressionContext.of(inputs);
            value = CwlNeeds.expressions(task.requirements()).evaluate(tool.expression(), context);
        } catch (ExpressionException e) {
            throw new TaskException("task '" + task.id() + "': " + e.getMessage());
        }
        if (!value.isObject()) {
            throw new TaskException("the expression of task '" + task.id() + "' must give an object, found "
                    + JsonValues.describe(value));
        }
        ObjectNode outputs = JsonNodeFactory.instance.objectNode();
        for (CwlParameter output : tool.outputs()) {
            JsonNode part = CwlFileValues.mapped(value.path(output.id()), object -> {
                object.remove("path");
                return object;
            });
            Optional<String> fault = CwlTypeMatch.faultOfOutput(output.type(), part);
            if (fault.isPresent()) {
                throw new TaskException("output '" + output.id() + "' of task '" + task.id() + "' " + fault.get());
            }
            outputs.set(output.id(), part.isMissingNode() ? NullNode.instance : new FileObjects(files).named(part));
        }
        return outputs;
    }
}
