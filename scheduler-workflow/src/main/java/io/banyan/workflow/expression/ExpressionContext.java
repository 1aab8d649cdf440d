package io.banyan.workflow.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.Optional;

/**
 * The values that an expression can name. An expression does not change them.
 *
 * @param inputs the input object of the process
 * @param self the value that the field with the expression stands for; null in JSON where there is none
 * @param runtime the resources and directories of the task
 */
public record ExpressionContext(JsonNode inputs, JsonNode self, JsonNode runtime) {
    /** Returns a context of inputs alone. */
    public static ExpressionContext of(JsonNode inputs) {
        return new ExpressionContext(inputs, NullNode.instance, JsonNodeFactory.instance.objectNode());
    }

    /** Returns the same inputs and resources with another {@code self}. */
    public ExpressionContext withSelf(JsonNode other) {
        return new ExpressionContext(inputs, other, runtime);
    }

    /** Returns the value of a name; empty if no value has the name. */
    Optional<JsonNode> value(String name) {
        return switch (name) {
            case "inputs" -> Optional.of(inputs);
            case "self" -> Optional.of(self);
            case "runtime" -> Optional.of(runtime);
            default -> Optional.empty();
        };
    }
}
