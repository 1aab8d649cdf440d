package io.banyan.workflow.format.wfformat;

import io.banyan.document.Document;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Position;
import io.banyan.document.Document.Scalar;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.workflow.format.FieldWords;
import io.banyan.workflow.format.TextLimits;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.model.WorkflowCheck;
import io.banyan.workflow.model.WorkflowFault;
import io.banyan.workflow.model.WorkflowFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/**
 * Reads a recorded workflow in WfFormat. Version 1.4 has the times in its tasks ({@code workflow.tasks}), versions 1.5
 * and 1.6 have them apart ({@code workflow.specification}, {@code workflow.execution}). The steps are only planned.
 *
 * <p>Any thread may call it. O(length of the text).
 */
public final class WfFormatReader {
    private static final List<String> VERSIONS = List.of("1.4", "1.5", "1.6");

    private final Source source;
    private final FieldWords words;
    private final WfTaskGrammar grammar;
    private final SequencedMap<String, WorkflowFile> files = new LinkedHashMap<>();
    private final List<Step> steps = new ArrayList<>();
    private final Map<StepId, Position> positions = new HashMap<>();

    private WfFormatReader(Source source, double scale) {
        this.source = source;
        this.words = new FieldWords(source);
        this.grammar = new WfTaskGrammar(source, scale);
    }

    /**
     * Reads {@code text}; messages name it {@code source}, usually the name of its file.
     *
     * @param scale the factor of the recorded run times, more than 0
     * @throws DocumentException if the text is no workflow of a known version
     */
    public static Workflow read(String text, String source, double scale) throws DocumentException {
        Source from = new Source(source, "workflow");
        TextLimits.require(text, from);
        return read(DocumentReader.read(text, from), from, scale);
    }

    /** Reads the parts of a text, as {@link #read(String, String, double)} does. */
    public static Workflow read(Document document, Source source, double scale) throws DocumentException {
        return new WfFormatReader(source, scale).workflow(Fields.open(source, "a workflow", document));
    }

    /** Returns whether a document has the version key of this format. */
    public static boolean isWorkflow(Document document) {
        return document instanceof Mapping mapping && mapping.entries().containsKey("schemaVersion");
    }

    private Workflow workflow(Fields document) throws DocumentException {
        String version = document.text("schemaVersion");
        if (!VERSIONS.contains(version)) {
            throw document.wrong(
                    "schemaVersion", document.required("schemaVersion"), "one of " + String.join(", ", VERSIONS));
        }
        Fields workflow = Fields.open(source, "'workflow'", document.required("workflow"));
        if (workflow.has("specification")) {
            recorded(workflow);
        } else {
            for (Document task : workflow.list("tasks")) {
                add(grammar.flat(Fields.open(source, "a task", task), files));
            }
        }
        if (steps.isEmpty()) {
            throw source.error(workflow.at(), "a workflow must have at least one task, found none");
        }
        Optional<WorkflowFault> fault = WorkflowCheck.fault(steps);
        if (fault.isPresent()) {
            throw source.error(
                    positions.getOrDefault(fault.get().step(), workflow.at()),
                    fault.get().sentence());
        }
        String name = document.optionalText("name").orElse("workflow");
        return words.checked(workflow.at(), () -> new Workflow(name, steps, files));
    }

    private void recorded(Fields workflow) throws DocumentException {
        Fields specification = Fields.open(source, "'specification'", workflow.required("specification"));
        if (specification.has("files")) {
            for (Document file : specification.list("files")) {
                Fields fields = Fields.open(source, "a file", file);
                String id = fields.text("id");
                OptionalLong bytes = fields.has("sizeInBytes")
                        ? OptionalLong.of(words.bytes(fields, "sizeInBytes", fields.required("sizeInBytes")))
                        : OptionalLong.empty();
                files.put(id, words.checked(file.at(), () -> new WorkflowFile(id, bytes, Optional.empty())));
            }
        }
        Map<String, Fields> runs = runs(workflow);
        for (Document task : specification.list("tasks")) {
            Fields fields = Fields.open(source, "a task", task);
            String id = grammar.id(fields);
            Fields run = runs.get(id);
            if (run == null) {
                throw source.error(task.at(), "task '" + id + "' has no entry in 'execution'");
            }
            add(grammar.task(fields, run));
        }
    }

    private Map<String, Fields> runs(Fields workflow) throws DocumentException {
        Fields execution = Fields.open(source, "'execution'", workflow.required("execution"));
        Map<String, Fields> runs = new HashMap<>();
        for (Document run : execution.list("tasks")) {
            Fields fields = Fields.open(source, "a task of 'execution'", run);
            runs.put(fields.text("id"), fields);
        }
        return runs;
    }

    private void add(WfTaskGrammar.Task task) {
        steps.add(task.step());
        positions.put(task.step().id(), task.at());
    }

    /** Returns the text of a scalar; empty for anything else. */
    static String text(Document value) {
        return value instanceof Scalar scalar ? scalar.text() : "";
    }
}
