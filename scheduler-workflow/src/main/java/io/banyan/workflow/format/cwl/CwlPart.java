package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.document.Document;
import io.banyan.document.Document.Entry;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import io.banyan.document.DocumentException;
import io.banyan.document.Nearest;
import io.banyan.workflow.expression.JsonValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/**
 * A part of a document, with the file that it stands in. A part that is {@code $import} or {@code $include} is replaced
 * when it is reached.
 */
record CwlPart(CwlDocuments documents, CwlText text, Document document) {
    /** The deepest nesting of one value with its imports. */
    private static final int MAX_DEPTH = 100;

    private static final Pattern LINE_BREAK = Pattern.compile("\\R");
    private static final String IMPORT = "$import";
    private static final String INCLUDE = "$include";

    /** An entry with a name: of a mapping by its key, or of a list by its field for the name. */
    record Named(String id, CwlPart part) {}

    /** Returns the file, line and column of this part. */
    String place() {
        return text.source().name() + ":" + document.at();
    }

    DocumentException error(String message) {
        return text.source().error(document.at(), oneLine(message));
    }

    /** Returns a sentence on one line, also if it quotes a text of several or a NUL; a line with "Maybe" stays. */
    static String oneLine(String message) {
        int maybe = message.lastIndexOf("\nMaybe ");
        String sentence = maybe < 0 ? message : message.substring(0, maybe);
        return LINE_BREAK.matcher(sentence).replaceAll(" ").replace("\0", "\\0")
                + (maybe < 0 ? "" : message.substring(maybe));
    }

    DocumentException wrong(String what, String expected) {
        return error(what + " must be " + expected + ", found " + document.describe());
    }

    private CwlPart at(Document other) throws DocumentException {
        return new CwlPart(documents, text, other).resolved();
    }

    /** Returns the part that this one stands for. */
    private CwlPart resolved() throws DocumentException {
        if (document instanceof Mapping mapping && mapping.entries().size() == 1) {
            for (Map.Entry<String, Entry> entry : mapping.entries().entrySet()) {
                CwlPart value = new CwlPart(documents, text, entry.getValue().value());
                if (entry.getKey().equals(IMPORT)) {
                    return documents.referred(value, value.word("'$import'")).resolved();
                } else if (entry.getKey().equals(INCLUDE)) {
                    String content = documents.included(value, value.word("'$include'"));
                    return new CwlPart(documents, text, new Scalar(document.at(), content, Kind.TEXT));
                }
            }
        }
        return this;
    }

    /** Returns the number of mappings, lists and scalars in this part without its imports. O(result). */
    long size() {
        return size(document);
    }

    private static long size(Document document) {
        return switch (document) {
            case Mapping mapping ->
                1
                        + mapping.entries().values().stream()
                                .mapToLong(entry -> size(entry.value()))
                                .sum();
            case Sequence sequence ->
                1 + sequence.items().stream().mapToLong(CwlPart::size).sum();
            case Scalar scalar -> 1;
        };
    }

    boolean isMapping() {
        return document instanceof Mapping;
    }

    boolean isList() {
        return document instanceof Sequence;
    }

    boolean isNull() {
        return document instanceof Scalar scalar && scalar.kind() == Kind.NULL;
    }

    boolean isText() {
        return document instanceof Scalar scalar && scalar.kind() == Kind.TEXT;
    }

    /** Returns the value of a key; empty if there is none or it is null. */
    Optional<CwlPart> get(String key) throws DocumentException {
        if (!(document instanceof Mapping mapping)) {
            return Optional.empty();
        }
        Entry entry = mapping.entries().get(key);
        if (entry == null) {
            return Optional.empty();
        }
        CwlPart part = at(entry.value());
        return part.isNull() ? Optional.empty() : Optional.of(part);
    }

    CwlPart required(String what, String key) throws DocumentException {
        return get(key).orElseThrow(() -> error(what + " does not contain '" + key + "'"));
    }

    /** Returns the text of a key; empty if there is none. */
    Optional<String> word(String what, String key) throws DocumentException {
        Optional<CwlPart> value = get(key);
        return value.isEmpty() ? Optional.empty() : Optional.of(value.get().word("'" + key + "' of " + what));
    }

    /** Returns this scalar as a text, whatever its kind. */
    String word(String what) throws DocumentException {
        if (document instanceof Scalar scalar && scalar.kind() != Kind.NULL) {
            return scalar.text();
        }
        throw wrong(what, "text");
    }

    Optional<Boolean> truth(String what, String key) throws DocumentException {
        Optional<CwlPart> value = get(key);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get().document instanceof Scalar scalar && scalar.kind() == Kind.BOOLEAN) {
            return Optional.of(scalar.text().equalsIgnoreCase("true"));
        }
        throw value.get().wrong("'" + key + "' of " + what, "true or false");
    }

    /** Returns one of some words; empty if there is no such key. */
    Optional<String> choice(String what, String key, List<String> words) throws DocumentException {
        Optional<CwlPart> value = get(key);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        String word = value.get().word("'" + key + "' of " + what);
        if (!words.contains(word)) {
            throw value.get()
                    .wrong("'" + key + "' of " + what, "one of " + String.join(", ", words) + maybe(word, words));
        }
        return Optional.of(word);
    }

    private static String maybe(String word, Collection<String> known) {
        return Nearest.of(word, known).map(near -> " (maybe '" + near + "')").orElse("");
    }

    /** Returns the items of a list, with those of imported lists in place; a part that is no list is one item. */
    List<CwlPart> items() throws DocumentException {
        if (!(document instanceof Sequence sequence)) {
            return List.of(this);
        }
        List<CwlPart> items = new ArrayList<>();
        for (Document item : sequence.items()) {
            CwlPart part = at(item);
            if (part.isList() && !(item instanceof Sequence)) {
                items.addAll(part.items());
            } else {
                items.add(part);
            }
        }
        return items;
    }

    /** Returns the items of a key; none if there is no such key. */
    List<CwlPart> items(String key) throws DocumentException {
        Optional<CwlPart> value = get(key);
        return value.isEmpty() ? List.of() : value.get().items();
    }

    List<String> words(String what, String key) throws DocumentException {
        List<String> words = new ArrayList<>();
        for (CwlPart item : items(key)) {
            words.add(item.word("'" + key + "' of " + what));
        }
        return words;
    }

    SequencedMap<String, CwlPart> entries() throws DocumentException {
        SequencedMap<String, CwlPart> entries = new LinkedHashMap<>();
        if (document instanceof Mapping mapping) {
            for (Map.Entry<String, Entry> entry : mapping.entries().entrySet()) {
                entries.put(entry.getKey(), at(entry.getValue().value()));
            }
        }
        return entries;
    }

    /** Returns the named entries of a mapping, or of a list whose items have the name in field {@code key}. */
    List<Named> named(String what, String key) throws DocumentException {
        List<Named> named = new ArrayList<>();
        if (isMapping()) {
            for (Map.Entry<String, CwlPart> entry : entries().entrySet()) {
                named.add(new Named(entry.getKey(), entry.getValue()));
            }
            return named;
        }
        if (!isList()) {
            throw wrong(what, "a list or a mapping");
        }
        for (CwlPart item : items()) {
            item.requireMapping("an item of " + what);
            named.add(new Named(
                    item.required("an item of " + what, key).word("'" + key + "' of an item of " + what), item));
        }
        return named;
    }

    void requireMapping(String what) throws DocumentException {
        if (!isMapping()) {
            throw wrong(what, "a mapping");
        }
    }

    /** Checks that a mapping has only known keys, or keys of a namespace, which have a colon. */
    void allow(String what, Collection<String> known) throws DocumentException {
        requireMapping(what);
        for (Map.Entry<String, Entry> entry : ((Mapping) document).entries().entrySet()) {
            String key = entry.getKey();
            if (!known.contains(key) && !key.contains(":")) {
                String maybe = Nearest.of(key, known)
                        .map(near -> "\nMaybe '" + near + "' is meant.")
                        .orElse("");
                CwlPart at =
                        new CwlPart(documents, text, new Scalar(entry.getValue().at(), key, Kind.TEXT));
                throw at.error("unknown key '" + key + "' in " + what + ", expected one of "
                        + String.join(", ", known.stream().sorted().toList()) + maybe);
            }
        }
    }

    /** Returns the JSON value of this part with its imports. */
    JsonNode json() throws DocumentException {
        return json(0);
    }

    private JsonNode json(int depth) throws DocumentException {
        if (depth > MAX_DEPTH) {
            throw error("a value with its imports is nested more than " + MAX_DEPTH + " levels deep");
        }
        if (isMapping()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, CwlPart> entry : entries().entrySet()) {
                object.set(entry.getKey(), entry.getValue().json(depth + 1));
            }
            return object;
        } else if (isList()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            for (CwlPart item : items()) {
                array.add(item.json(depth + 1));
            }
            return array;
        }
        return JsonValues.of(document);
    }
}
