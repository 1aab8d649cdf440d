package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlType.Choice;
import io.banyan.workflow.format.cwl.CwlType.ListOf;
import io.banyan.workflow.format.cwl.CwlType.OneOf;
import io.banyan.workflow.format.cwl.CwlType.Plain;
import io.banyan.workflow.format.cwl.CwlType.Structure;
import java.util.Optional;

/** Whether values fit types. */
public final class CwlTypeMatch {
    private CwlTypeMatch() {}

    /** Returns the reason why a value does not fit a type; empty if it fits. O(size of the value x types). */
    public static Optional<String> fault(CwlType type, JsonNode value) {
        return switch (type) {
            case Plain plain -> fits(plain, value) ? Optional.empty() : wrong(type, value);
            case Choice choice ->
                value.isTextual() && choice.symbols().contains(value.textValue())
                        ? Optional.empty()
                        : wrong(type, value);
            case ListOf list -> items(list, value);
            case Structure structure -> fields(structure, value);
            case OneOf one ->
                one.types().stream().anyMatch(each -> fits(each, value)) ? Optional.empty() : wrong(type, value);
        };
    }

    /** Returns the reason why an output does not fit its type; unlike an input, one of type {@code Any} may be null. */
    public static Optional<String> faultOfOutput(CwlType type, JsonNode value) {
        return type == Plain.ANY ? Optional.empty() : fault(type, value);
    }

    /** Returns whether a value fits a type. */
    public static boolean fits(CwlType type, JsonNode value) {
        return fault(type, value).isEmpty();
    }

    private static Optional<String> wrong(CwlType type, JsonNode value) {
        return Optional.of("must be of type " + type.word() + ", found " + JsonValues.describe(value));
    }

    private static boolean fits(Plain plain, JsonNode value) {
        return switch (plain) {
            case NULL -> value.isNull() || value.isMissingNode();
            case BOOLEAN -> value.isBoolean();
            case INT -> value.isInt();
            case LONG -> value.isIntegralNumber() && value.canConvertToLong();
            case FLOAT, DOUBLE -> value.isNumber();
            case STRING -> value.isTextual();
            case FILE -> CwlFileValues.isFile(value);
            case DIRECTORY -> CwlFileValues.isDirectory(value);
            case ANY -> !value.isNull() && !value.isMissingNode();
        };
    }

    private static Optional<String> items(ListOf list, JsonNode value) {
        if (!value.isArray()) {
            return wrong(list, value);
        }
        for (int i = 0; i < value.size(); i++) {
            Optional<String> fault = fault(list.items(), value.get(i));
            if (fault.isPresent()) {
                return Optional.of("has item " + (i + 1) + ", which " + fault.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> fields(Structure structure, JsonNode value) {
        if (!value.isObject() || CwlFileValues.isFile(value) || CwlFileValues.isDirectory(value)) {
            return wrong(structure, value);
        }
        for (CwlParameter field : structure.fields()) {
            Optional<String> fault = fault(field.type(), value.path(field.id()));
            if (fault.isPresent()) {
                return Optional.of("has field '" + field.id() + "', which " + fault.get());
            }
        }
        return Optional.empty();
    }
}
