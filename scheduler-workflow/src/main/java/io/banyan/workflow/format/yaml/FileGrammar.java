package io.banyan.workflow.format.yaml;

import io.banyan.document.Document;
import io.banyan.document.Document.Entry;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Scalar;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.workflow.format.FieldWords;
import io.banyan.workflow.model.WorkflowFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/** Reads the files of a workflow, and collects what its parts state about each. */
final class FileGrammar {
    private final Source source;
    private final FieldWords words;
    private final SequencedMap<String, WorkflowFile> files = new LinkedHashMap<>();

    FileGrammar(Source source) {
        this.source = source;
        this.words = new FieldWords(source);
    }

    /** Returns the files whose size or place was stated so far. */
    SequencedMap<String, WorkflowFile> files() {
        return files;
    }

    /** Reads the key {@code files} of a workflow: the size and the place of each file. */
    void read(Fields workflow) throws DocumentException {
        if (!workflow.has("files")) {
            return;
        }
        Fields stated = Fields.open(source, "'files'", workflow.required("files"));
        for (Map.Entry<String, Entry> entry : stated.entries().entrySet()) {
            Document value = entry.getValue().value();
            if (value instanceof Mapping) {
                Fields file = Fields.of(source, "file '" + entry.getKey() + "'", value, List.of("size", "place"));
                OptionalLong bytes = file.has("size")
                        ? OptionalLong.of(words.bytes(file, "size", file.required("size")))
                        : OptionalLong.empty();
                state(entry, bytes, file.optionalText("place"));
            } else {
                state(entry, OptionalLong.of(words.bytes(stated, entry.getKey(), value)), Optional.empty());
            }
        }
    }

    /** Returns the names of the files of a key: one name, a list, or a mapping of names to sizes. */
    List<String> names(Fields step, String key) throws DocumentException {
        List<String> names = new ArrayList<>();
        if (!step.has(key) || !(step.required(key) instanceof Mapping)) {
            for (Scalar word : words.words(step, key)) {
                WorkflowFile file = words.checked(word.at(), () -> WorkflowFile.named(word.text()));
                names.add(file.name());
            }
            return names;
        }
        Fields sizes = Fields.open(source, "'" + key + "'", step.required(key));
        for (Map.Entry<String, Entry> entry : sizes.entries().entrySet()) {
            Document value = entry.getValue().value();
            if (!(value instanceof Scalar scalar && scalar.kind() == Kind.NULL)) {
                state(entry, OptionalLong.of(words.bytes(sizes, entry.getKey(), value)), Optional.empty());
            }
            names.add(entry.getKey());
        }
        return names;
    }

    private void state(Map.Entry<String, Entry> entry, OptionalLong bytes, Optional<String> place)
            throws DocumentException {
        WorkflowFile file = words.checked(entry.getValue().at(), () -> new WorkflowFile(entry.getKey(), bytes, place));
        WorkflowFile before = files.putIfAbsent(file.name(), file);
        if (before != null && bytes.isPresent() && before.bytes().isPresent() && !bytes.equals(before.bytes())) {
            throw source.error(
                    entry.getValue().at(),
                    "file '" + file.name() + "' has " + bytes.getAsLong() + " bytes here and "
                            + before.bytes().getAsLong() + " bytes before");
        }
    }
}
