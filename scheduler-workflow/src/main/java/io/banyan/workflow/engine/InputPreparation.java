package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.expression.ExpressionContext;
import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.expression.Expressions;
import io.banyan.workflow.format.cwl.CwlFileRules;
import io.banyan.workflow.format.cwl.CwlFileRules.Listing;
import io.banyan.workflow.format.cwl.CwlFileValues;
import io.banyan.workflow.format.cwl.CwlInputs;
import io.banyan.workflow.format.cwl.CwlNeeds;
import io.banyan.workflow.format.cwl.CwlParameter;
import io.banyan.workflow.format.cwl.CwlRequirement.LoadListing;
import io.banyan.workflow.format.cwl.CwlType;
import io.banyan.workflow.format.cwl.CwlTypeMatch;
import io.banyan.workflow.format.cwl.CwlVersion;
import java.util.List;
import java.util.Optional;

/**
 * The input object of one task as its process wants it: with defaults, checked types, names, contents, listings and
 * the files beside others.
 */
final class InputPreparation {
    private final CwlTask task;
    private final FileObjects objects;
    private final Expressions expressions;
    private final boolean discovers;
    private final EntryCount entries = new EntryCount();

    /**
     * Prepares the inputs of one task.
     *
     * @param discovers whether files beside others are searched on the disk; only those that the input object of the
     *     whole run names are: steps pass on the files that they have
     */
    InputPreparation(CwlTask task, FileView files, boolean discovers) {
        this.discovers = discovers;
        this.task = task;
        this.objects = new FileObjects(files);
        this.expressions = CwlNeeds.expressions(task.requirements());
    }

    ObjectNode prepared() throws TaskException {
        ObjectNode inputs = CwlInputs.complete(task.process(), task.inputs());
        for (CwlParameter input : task.process().inputs()) {
            JsonNode value = inputs.path(input.id());
            Optional<String> fault = CwlTypeMatch.fault(input.type(), value);
            if (fault.isPresent()) {
                throw new TaskException("input '" + input.id() + "' of " + task.label() + " " + fault.get());
            }
            inputs.set(input.id(), objects.named(value));
        }
        for (CwlParameter input : task.process().inputs()) {
            prepare(input.type(), input.files(), inputs.path(input.id()), inputs, "input '" + input.id() + "'");
        }
        return inputs;
    }

    private void prepare(CwlType type, CwlFileRules rules, JsonNode value, ObjectNode inputs, String what)
            throws TaskException {
        switch (type) {
            case CwlType.Plain plain -> {
                if (value instanceof ObjectNode object && CwlFileValues.isFile(value)) {
                    file(object, rules, inputs, what);
                } else if (value instanceof ObjectNode object && CwlFileValues.isDirectory(value)) {
                    objects.loadListing(object, listing(rules), entries::add);
                    secondaryFiles(object, rules, inputs, what);
                }
            }
            case CwlType.Choice choice -> {}
            case CwlType.ListOf list -> {
                for (JsonNode item : value) {
                    prepare(list.items(), rules, item, inputs, what);
                }
            }
            case CwlType.Structure structure -> {
                for (CwlParameter field : structure.fields()) {
                    JsonNode part = value.path(field.id());
                    prepare(field.type(), field.files(), part, inputs, "field '" + field.id() + "' of " + what);
                }
            }
            case CwlType.OneOf one -> {
                for (CwlType each : one.types()) {
                    if (CwlTypeMatch.fits(each, value)) {
                        prepare(each, rules, value, inputs, what);
                        return;
                    }
                }
            }
        }
    }

    private Listing listing(CwlFileRules rules) {
        Listing otherwise =
                task.process().head().version().has(CwlVersion.V1_1) ? Listing.NO_LISTING : Listing.DEEP_LISTING;
        return rules.loadListing()
                .or(() -> task.requirements().get(LoadListing.class).map(LoadListing::depth))
                .orElse(otherwise);
    }

    private void file(ObjectNode file, CwlFileRules rules, ObjectNode inputs, String what) throws TaskException {
        if (rules.loadContents()) {
            objects.loadContents(file);
        }
        if (!rules.format().isEmpty()) {
            checkFormat(file, rules.format(), inputs, what);
        }
        secondaryFiles(file, rules, inputs, what);
    }

    private void secondaryFiles(ObjectNode file, CwlFileRules rules, ObjectNode inputs, String what)
            throws TaskException {
        ExpressionContext context = ExpressionContext.of(inputs).withSelf(file);
        ArrayNode beside = new SecondaryFiles(objects, expressions, context, discovers)
                .of(file, rules.secondaryFiles(), true, what);
        if (!beside.isEmpty()) {
            file.set("secondaryFiles", beside);
        }
    }

    private void checkFormat(ObjectNode file, List<String> formats, ObjectNode inputs, String what)
            throws TaskException {
        ExpressionContext context = new ExpressionContext(inputs, NullNode.instance, NullNode.instance);
        for (String format : formats) {
            JsonNode allowed;
            try {
                allowed = expressions.evaluate(format, context);
            } catch (ExpressionException e) {
                throw new TaskException("'format' of " + what + ": " + e.getMessage());
            }
            for (JsonNode one : allowed.isArray() ? allowed : List.of(allowed)) {
                if (one.asText().equals(file.path("format").asText())) {
                    return;
                }
            }
        }
        throw new TaskException(
                what + " has format '" + file.path("format").asText() + "', expected " + String.join(" or ", formats));
    }
}
