package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.document.DocumentException;
import io.banyan.document.Nearest;
import io.banyan.workflow.format.cwl.CwlFileValues.RemoteFileException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The input object of a process.
 *
 * @param values the values by input; those of a file have absolute locations
 * @param requirements the requirements that the input object adds to those of the process
 */
public record CwlInputs(ObjectNode values, CwlRequirements requirements) {
    private static final String REQUIREMENTS = "cwl:requirements";

    /** Returns an input object without values. */
    public static CwlInputs none() {
        return new CwlInputs(JsonNodeFactory.instance.objectNode(), CwlRequirements.NONE);
    }

    /** Reads an input object, and checks that each of its values fits the input of the process. */
    static CwlInputs read(CwlPart part, CwlProcess process) throws DocumentException {
        if (part.isNull()) {
            return none();
        }
        part.requireMapping("an input object");
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, CwlPart> entry : part.entries().entrySet()) {
            if (!entry.getKey().contains(":") && !entry.getKey().startsWith("$")) {
                values.set(entry.getKey(), value(entry.getKey(), entry.getValue(), process, part));
            }
        }
        Optional<CwlParameter> missing = missing(process, values);
        if (missing.isPresent()) {
            throw part.error(
                    "the input object does not contain '" + missing.get().id() + "', expected a value of type "
                            + missing.get().type().word());
        }
        return new CwlInputs(values, requirements(part));
    }

    /** Returns the first input that has no value and needs one. */
    static Optional<CwlParameter> missing(CwlProcess process, JsonNode values) {
        return process.inputs().stream()
                .filter(input -> input.defaultValue().isEmpty() && !input.type().isOptional())
                .filter(input -> values.path(input.id()).isMissingNode()
                        || values.path(input.id()).isNull())
                .findFirst();
    }

    private static JsonNode value(String id, CwlPart part, CwlProcess process, CwlPart all) throws DocumentException {
        JsonNode value;
        try {
            value = CwlFileValues.located(part.json(), part.text().directory());
            Map<String, String> namespaces = new HashMap<>(process.head().namespaces());
            namespaces.putAll(CwlReader.namespaces(all));
            value = formatted(value, namespaces);
        } catch (RemoteFileException e) {
            throw part.error("input '" + id + "' cannot be used: " + e.getMessage());
        }
        List<String> names = process.inputs().stream().map(CwlParameter::id).toList();
        if (!names.contains(id)) {
            Optional<String> near = Nearest.of(id, names);
            if (near.isPresent() && all.get(near.get()).isEmpty()) {
                throw part.error("the process has no input '" + id + "', expected one of " + String.join(", ", names)
                        + "\nMaybe '" + near.get() + "' is meant.");
            }
            return value;
        }
        CwlParameter input = process.inputs().get(names.indexOf(id));
        if (value.isNull() && input.defaultValue().isPresent()) {
            return value;
        }
        Optional<String> fault = CwlTypeMatch.fault(input.type(), value);
        if (fault.isPresent()) {
            throw part.error("input '" + id + "' " + fault.get());
        }
        return value;
    }

    /** Returns a value whose formats have the namespaces that their prefixes stand for. */
    private static JsonNode formatted(JsonNode value, Map<String, String> namespaces) {
        CwlScope scope = new CwlScope(CwlVersion.V1_2, namespaces, Map.of());
        return CwlFileValues.mapped(value, file -> {
            if (file.path("format").isTextual()) {
                file.put("format", scope.expanded(file.path("format").textValue()));
            }
            return file;
        });
    }

    private static CwlRequirements requirements(CwlPart part) throws DocumentException {
        Optional<CwlPart> added = part.get(REQUIREMENTS);
        if (added.isEmpty()) {
            return CwlRequirements.NONE;
        }
        CwlScope scope = new CwlScope(CwlVersion.V1_2, Map.of(), Map.of());
        return new CwlRequirements(new CwlRequirementReader(scope).listed(added.get()), CwlRequirements.NONE.hints());
    }

    /** Returns the values with the defaults of the process for those that are absent or null. */
    public static ObjectNode complete(CwlProcess process, JsonNode values) {
        ObjectNode complete = JsonNodeFactory.instance.objectNode();
        for (CwlParameter input : process.inputs()) {
            JsonNode value = values.path(input.id());
            boolean absent = value.isMissingNode() || value.isNull();
            complete.set(input.id(), absent ? input.defaultValue().orElse(NullNode.instance) : value);
        }
        return complete;
    }
}
