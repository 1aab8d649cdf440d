package io.banyan.workflow.format.yaml;

import io.banyan.document.Document;
import io.banyan.document.Document.Entry;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Position;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import io.banyan.document.DocumentException;
import io.banyan.document.DocumentReader;
import io.banyan.document.Fields;
import io.banyan.document.Nearest;
import io.banyan.document.Source;
import io.banyan.workflow.format.FieldWords;
import io.banyan.workflow.format.TextLimits;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.model.WorkflowCheck;
import io.banyan.workflow.model.WorkflowFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads a workflow in Banyan's own YAML or JSON.
 *
 * <p>Any thread may call it. O(length of the text). A text is refused whole at its first mistake, with its position,
 * what was found and what was expected.
 */
public final class WorkflowYaml {
    /** The value of the key {@code kind}. */
    public static final String KIND = "workflow";

    private static final List<String> KEYS = List.of("kind", "version", "name", "files", "steps");

    private WorkflowYaml() {}

    /**
     * Reads {@code text}; messages name it {@code source}, usually the name of its file.
     *
     * @param name the name of a workflow that states none
     * @throws DocumentException if the text is no workflow
     */
    public static Workflow read(String text, String source, String name) throws DocumentException {
        Source from = new Source(source, "workflow");
        TextLimits.require(text, from);
        return read(DocumentReader.read(text, from), from, name);
    }

    /** Returns whether a document states that it is a workflow of this format. */
    public static boolean isWorkflow(Document document) {
        return document instanceof Document.Mapping mapping
                && mapping.entries().containsKey("kind")
                && mapping.entries().get("kind").value() instanceof Document.Scalar kind
                && kind.text().equals(KIND);
    }

    /**
     * Reads the parts of a text.
     *
     * @param name the name of a workflow that states none
     * @throws DocumentException if they are no workflow
     */
    public static Workflow read(Document document, Source source, String name) throws DocumentException {
        Fields fields = Fields.of(source, "a workflow", document, KEYS);
        var words = new FieldWords(source);
        if (!fields.text("kind").equals(KIND)) {
            throw fields.wrong("kind", fields.required("kind"), "'" + KIND + "'");
        }
        words.count(fields, "version", 1, 1, 1);
        var files = new FileGrammar(source);
        files.read(fields);
        var grammar = new StepGrammar(source, files);
        List<Step> steps = new ArrayList<>();
        Map<StepId, Entry> entries = new HashMap<>();
        for (Map.Entry<String, Entry> entry : Fields.open(source, "'steps'", fields.required("steps"))
                .entries()
                .entrySet()) {
            Step step = grammar.step(entry.getKey(), entry.getValue());
            steps.add(step);
            entries.put(step.id(), entry.getValue());
        }
        if (steps.isEmpty()) {
            throw source.error(fields.required("steps").at(), "a workflow must have at least one step, found none");
        }
        Optional<WorkflowFault> fault = WorkflowCheck.fault(steps);
        if (fault.isPresent()) {
            throw wrong(fault.get(), entries, source);
        }
        String title = fields.optionalText("name").orElse(name);
        return words.checked(fields.required("steps").at(), () -> new Workflow(title, steps, files.files()));
    }

    private static DocumentException wrong(WorkflowFault fault, Map<StepId, Entry> entries, Source source) {
        Entry step =
                entries.getOrDefault(fault.step(), entries.values().iterator().next());
        if (fault instanceof WorkflowFault.UnknownStep unknown) {
            String word = unknown.named().path();
            String maybe = Nearest.of(
                            word,
                            entries.keySet().stream().map(StepId::path).sorted().toList())
                    .map(near -> "\nMaybe '" + near + "' is meant.")
                    .orElse("");
            return source.error(reference(step.value(), word).orElse(step.at()), fault.sentence() + maybe);
        }
        return source.error(step.at(), fault.sentence());
    }

    /** Returns the first place in a step that names another one, among the keys that name steps. */
    private static Optional<Position> reference(Document step, String word) {
        if (!(step instanceof Mapping mapping)) {
            return Optional.empty();
        }
        return StepGrammar.REFERENCES.stream()
                .flatMap(key -> Stream.ofNullable(mapping.entries().get(key)))
                .map(Entry::value)
                .flatMap(value -> value instanceof Sequence list ? list.items().stream() : Stream.of(value))
                .filter(value -> value instanceof Scalar scalar && scalar.text().equals(word))
                .map(Document::at)
                .findFirst();
    }
}
