package io.banyan.jobspec;

import io.banyan.document.Document;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the tasks of a jobspec. */
final class TaskGrammar {
    private static final List<String> KEYS = List.of("command", "slot", "count", "distribution", "attributes");
    private static final List<String> COUNT_KEYS = List.of("per_slot", "per_resource", "total");

    private final Source source;

    TaskGrammar(Source source) {
        this.source = source;
    }

    Task task(Document value) throws DocumentException {
        Fields fields = Fields.of(source, "a task", value, KEYS);
        List<String> command = command(fields, fields.required("command"));
        String slot = fields.text("slot");
        TaskCount count = count(fields.required("count"));
        Optional<String> distribution = fields.optionalText("distribution");
        Optional<Document> attributes = fields.optional("attributes");
        Map<String, @Nullable Object> opaque = attributes.isEmpty()
                ? Map.of()
                : OpaqueGrammar.mapping(source, "'attributes' of a task", attributes.get());
        return new Task(command, slot, count, distribution, opaque);
    }

    private List<String> command(Fields fields, Document value) throws DocumentException {
        if (!(value instanceof Sequence sequence)) {
            throw fields.wrong("command", value, "a list of texts, such as [app, --fast]");
        }
        List<Document> words = sequence.items();
        if (words.isEmpty()) {
            throw source.error(value.at(), "'command' of a task is empty, expected at least one word");
        }
        List<String> command = new ArrayList<>(words.size());
        for (Document word : words) {
            if (!(word instanceof Scalar scalar) || scalar.kind() == Kind.NULL) {
                throw fields.wrong("command", word, "a list of texts");
            }
            command.add(scalar.text());
        }
        return command;
    }

    private TaskCount count(Document value) throws DocumentException {
        Fields fields = Fields.of(source, "the count of a task", value, COUNT_KEYS);
        if (fields.entries().size() != 1) {
            throw source.error(
                    value.at(),
                    "the count of a task must have exactly one of per_slot, per_resource, total; found "
                            + fields.entries().size());
        }
        try {
            if (fields.has("per_slot")) {
                return new TaskCount.PerSlot(fields.integer("per_slot"));
            } else if (fields.has("total")) {
                return new TaskCount.Total(fields.integer("total"));
            }
            Fields resource =
                    Fields.of(source, "per_resource", fields.required("per_resource"), List.of("type", "count"));
            return new TaskCount.PerResource(new ResourceType(resource.text("type")), resource.integer("count"));
        } catch (IllegalArgumentException e) {
            throw source.error(value.at(), "wrong count of a task: " + e.getMessage());
        }
    }
}
