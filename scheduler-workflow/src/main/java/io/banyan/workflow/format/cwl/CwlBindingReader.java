package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import io.banyan.document.DocumentException;
import io.banyan.workflow.expression.Expressions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the bindings of parameters to the command line and to files. */
final class CwlBindingReader {
    private static final Set<String> INPUT_KEYS =
            Set.of("position", "prefix", "separate", "itemSeparator", "valueFrom", "shellQuote", "loadContents");
    private static final Set<String> OUTPUT_KEYS = Set.of("glob", "outputEval", "loadContents", "loadListing");

    private CwlBindingReader() {}

    /** Returns the binding of an input; empty if it has none. */
    static Optional<CwlBinding> inputBinding(CwlPart parameter, String what) throws DocumentException {
        Optional<CwlPart> part = parameter.get("inputBinding");
        return part.isEmpty() ? Optional.empty() : Optional.of(binding(part.get(), "'inputBinding' of " + what));
    }

    static CwlBinding binding(CwlPart part, String what) throws DocumentException {
        part.allow(what, INPUT_KEYS);
        Optional<CwlPart> valueFrom = part.get("valueFrom");
        return new CwlBinding(
                position(part, what),
                part.word(what, "prefix"),
                part.truth(what, "separate").orElse(true),
                part.word(what, "itemSeparator"),
                valueFrom.isEmpty()
                        ? Optional.empty()
                        : Optional.of(valueFrom.get().json()),
                part.truth(what, "shellQuote").orElse(true));
    }

    /** Returns a binding at position 0 with a value alone. */
    static CwlBinding ofValue(JsonNode value) {
        return new CwlBinding(IntNode.valueOf(0), Optional.empty(), true, Optional.empty(), Optional.of(value), true);
    }

    private static JsonNode position(CwlPart part, String what) throws DocumentException {
        Optional<CwlPart> position = part.get("position");
        if (position.isEmpty()) {
            return IntNode.valueOf(0);
        }
        JsonNode value = position.get().json();
        if (value.isInt() || (value.isTextual() && Expressions.isExpression(value.textValue()))) {
            return value;
        }
        throw position.get().wrong("'position' of " + what, "a whole number or an expression");
    }

    /** Returns the binding of an output; empty if it has none. */
    static Optional<CwlOutputBinding> outputBinding(CwlPart parameter, String what) throws DocumentException {
        Optional<CwlPart> part = parameter.get("outputBinding");
        if (part.isEmpty()) {
            return Optional.empty();
        }
        part.get().allow("'outputBinding' of " + what, OUTPUT_KEYS);
        List<String> glob = part.get().words("'outputBinding' of " + what, "glob");
        return Optional.of(new CwlOutputBinding(glob, part.get().word("'outputBinding' of " + what, "outputEval")));
    }
}
