package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Source;
import io.banyan.workflow.expression.ExpressionContext;
import io.banyan.workflow.expression.ExpressionException;
import io.banyan.workflow.expression.Expressions;
import io.banyan.workflow.expression.JsonValues;
import io.banyan.workflow.format.cwl.CwlFileRules;
import io.banyan.workflow.format.cwl.CwlFileRules.Listing;
import io.banyan.workflow.format.cwl.CwlFileValues;
import io.banyan.workflow.format.cwl.CwlNeeds;
import io.banyan.workflow.format.cwl.CwlOutputBinding;
import io.banyan.workflow.format.cwl.CwlParameter;
import io.banyan.workflow.format.cwl.CwlProcess.CommandLineTool;
import io.banyan.workflow.format.cwl.CwlRequirement.LoadListing;
import io.banyan.workflow.format.cwl.CwlType;
import io.banyan.workflow.format.cwl.CwlTypeMatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The output object of one task that has ended: of {@code cwl.output.json} if the task wrote it, else of the bindings
 * of the outputs. Links that lead outside the working directory and the inputs are refused.
 */
public final class OutputCollection {
    private static final String OBJECT = "cwl.output.json";
    private static final long MAX_OBJECT_BYTES = 64L << 20;

    private final CwlTask task;
    private final TaskPlace place;
    private final FileObjects objects;
    private final Expressions expressions;
    private final ExpressionContext context;
    private final CollectedFiles outputs;

    private OutputCollection(
            CwlTask task, TaskPlace place, FileView files, ExpressionContext context, List<StagedFile> staged) {
        this.task = task;
        this.place = place;
        this.objects = new FileObjects(files);
        this.expressions = CwlNeeds.expressions(task.requirements());
        this.context = context;
        this.outputs = new CollectedFiles(place, files, context.inputs(), staged);
    }

    /**
     * Returns the outputs of a task.
     *
     * @param command the command that the task ran
     * @param exitCode its exit code
     * @throws TaskException if the code means failure, or an output is missing or of another type
     */
    public static ObjectNode outputs(
            CwlTask task, CommandLineTool tool, TaskCommand command, TaskPlace place, int exitCode, FileView files)
            throws TaskException {
        boolean success = tool.successCodes().isEmpty()
                ? exitCode == 0
                : tool.successCodes().contains(exitCode);
        if (!success) {
            throw new TaskException("task '" + task.id() + "' ended with exit code " + exitCode);
        }
        ObjectNode runtime = command.context().runtime().deepCopy();
        runtime.put("exitCode", exitCode);
        ExpressionContext context = new ExpressionContext(command.context().inputs(), NullNode.instance, runtime);
        try {
            return new OutputCollection(task, place, files, context, command.staging()).collected(tool);
        } catch (IOException e) {
            throw new TaskException("cannot read the outputs of task '" + task.id() + "': " + e.getMessage());
        } catch (ExpressionException e) {
            throw new TaskException("an output of task '" + task.id() + "': " + e.getMessage());
        }
    }

    private ObjectNode collected(CommandLineTool tool) throws TaskException, IOException, ExpressionException {
        ObjectNode collected = JsonNodeFactory.instance.objectNode();
        Path object = place.outdir().resolve(OBJECT);
        if (objects.files().exists(object)) {
            outputs.checkInside(object);
            JsonNode written = written(object);
            for (CwlParameter output : tool.outputs()) {
                JsonNode value = written.path(output.id());
                collected.set(output.id(), value.isMissingNode() ? NullNode.instance : value);
            }
        } else {
            for (CwlParameter output : tool.outputs()) {
                collected.set(output.id(), collected(output));
            }
        }
        ObjectNode located = JsonNodeFactory.instance.objectNode();
        for (CwlParameter output : tool.outputs()) {
            JsonNode value = outputs.located(collected.path(output.id()));
            Optional<String> fault = CwlTypeMatch.faultOfOutput(output.type(), value);
            if (fault.isPresent()) {
                throw new TaskException("output '" + output.id() + "' of task '" + task.id() + "' " + fault.get());
            }
            located.set(output.id(), objects.named(value));
        }
        return located;
    }

    private JsonNode written(Path object) throws TaskException, IOException {
        try {
            String text = objects.files().text(object, MAX_OBJECT_BYTES);
            JsonNode value = JsonValues.of(DocumentReader.read(text, new Source(OBJECT, "output object")));
            if (value.isObject()) {
                return value;
            }
        } catch (DocumentException e) {
            throw new TaskException(String.valueOf(e.getMessage()));
        }
        throw new TaskException(OBJECT + " must have a mapping");
    }

    private JsonNode collected(CwlParameter output) throws TaskException, IOException, ExpressionException {
        if (output.outputBinding().isEmpty()) {
            return fields(output.type());
        }
        CwlOutputBinding binding = output.outputBinding().get();
        ArrayNode found = JsonNodeFactory.instance.arrayNode();
        for (String pattern : binding.glob()) {
            JsonNode patterns = expressions.evaluate(pattern, context);
            for (JsonNode one : patterns.isArray() ? patterns : List.of(patterns)) {
                for (Path path : outputs.matching(JsonValues.text(one))) {
                    found.add(object(path, output.files()));
                }
            }
        }
        JsonNode value;
        if (binding.outputEval().isPresent()) {
            value = expressions.evaluate(binding.outputEval().get(), context.withSelf(found));
        } else {
            value = single(output, found);
        }
        return completed(output, value);
    }

    private JsonNode fields(CwlType type) throws TaskException, IOException, ExpressionException {
        if (type instanceof CwlType.Structure structure) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (CwlParameter field : structure.fields()) {
                object.set(field.id(), collected(field));
            }
            return object;
        }
        return NullNode.instance;
    }

    private ObjectNode object(Path path, CwlFileRules rules) throws IOException, TaskException {
        ObjectNode object = objects.of(path);
        object.put("path", path.toString());
        if (CwlFileValues.isFile(object) && rules.loadContents()) {
            objects.loadContents(object);
        } else if (CwlFileValues.isDirectory(object)) {
            Listing depth = rules.loadListing()
                    .or(() -> task.requirements().get(LoadListing.class).map(LoadListing::depth))
                    .orElse(Listing.NO_LISTING);
            objects.loadListing(object, depth, outputs::visit);
        }
        return object;
    }

    /** Returns what an output without an expression holds: the files as a list, or the only one. */
    private static JsonNode single(CwlParameter output, ArrayNode found) throws TaskException {
        boolean list = CwlTypeMatch.fits(output.type(), found) && takesLists(output.type());
        if (list) {
            return found;
        } else if (found.isEmpty()) {
            if (output.type().isOptional()) {
                return NullNode.instance;
            }
            throw new TaskException("output '" + output.id() + "' has no file that matches "
                    + output.outputBinding().map(CwlOutputBinding::glob).orElse(List.of()));
        } else if (found.size() > 1) {
            throw new TaskException(
                    "output '" + output.id() + "' is one file, found " + found.size() + " that match its patterns");
        }
        return found.get(0);
    }

    private static boolean takesLists(CwlType type) {
        return switch (type) {
            case CwlType.ListOf list -> true;
            case CwlType.OneOf one -> one.types().stream().anyMatch(OutputCollection::takesLists);
            case CwlType.Plain plain -> false;
            case CwlType.Choice choice -> false;
            case CwlType.Structure structure -> false;
        };
    }

    /** Adds the format and the files beside the files of an output. */
    private JsonNode completed(CwlParameter output, JsonNode value) throws TaskException, ExpressionException {
        CwlFileRules rules = output.files();
        String what = "output '" + output.id() + "'";
        for (JsonNode one : value.isArray() ? value : List.of(value)) {
            if (one instanceof ObjectNode object && (CwlFileValues.isFile(one) || CwlFileValues.isDirectory(one))) {
                if (!rules.secondaryFiles().isEmpty()) {
                    ArrayNode beside = new SecondaryFiles(objects, expressions, context.withSelf(object), true)
                            .of(object, rules.secondaryFiles(), false, what);
                    if (!beside.isEmpty()) {
                        object.set("secondaryFiles", beside);
                    }
                }
                if (!rules.format().isEmpty() && CwlFileValues.isFile(one)) {
                    object.set("format", expressions.evaluate(rules.format().getFirst(), context.withSelf(object)));
                }
            }
        }
        return value;
    }
}
