package io.banyan.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.banyan.document.Document.Entry;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Position;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one JSON text. Every JSON text is YAML too, but this way takes a fifth of the time. */
final class JsonText {
    /** More characters than any caller reads at once; the length of the whole text is the callers' limit. */
    private static final int MAX_LENGTH = 1 << 26;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Source.MAX_DEPTH + 2)
                    .maxNameLength(MAX_LENGTH)
                    .maxNumberLength(MAX_LENGTH)
                    .build())
            .build();

    private final Source source;
    private final JsonParser parser;

    private JsonText(Source source, JsonParser parser) {
        this.source = source;
        this.parser = parser;
    }

    /** The document, or nothing where the text is not JSON (but maybe YAML). */
    static Optional<Document> parse(String text, Source source) throws DocumentException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            JsonText json = new JsonText(source, parser);
            Document document = json.value(parser.nextToken(), 0);
            return parser.nextToken() == null ? Optional.of(document) : Optional.empty();
        } catch (JsonParseException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot fail to be read", e);
        }
    }

    private Document value(JsonToken token, int depth) throws IOException, DocumentException {
        Position at = position();
        if (depth > Source.MAX_DEPTH) {
            throw source.tooDeep(at);
        }
        return switch (token) {
            case START_OBJECT -> object(at, depth);
            case START_ARRAY -> array(at, depth);
            case VALUE_STRING -> new Scalar(at, parser.getText(), Kind.TEXT);
            case VALUE_NUMBER_INT -> new Scalar(at, parser.getText(), Kind.INTEGER);
            case VALUE_NUMBER_FLOAT -> new Scalar(at, parser.getText(), Kind.DECIMAL);
            case VALUE_TRUE, VALUE_FALSE -> new Scalar(at, parser.getText(), Kind.BOOLEAN);
            case VALUE_NULL -> new Scalar(at, "null", Kind.NULL);
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("JSON tokens out of order: " + token);
        };
    }

    private Mapping object(Position at, int depth) throws IOException, DocumentException {
        Map<String, Entry> entries = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            Position keyAt = position();
            String key = parser.currentName();
            Document value = value(parser.nextToken(), depth + 1);
            Entry before = entries.putIfAbsent(key, new Entry(keyAt, value));
            if (before != null) {
                throw source.repeatedKey(keyAt, key, before.at());
            }
        }
        return new Mapping(at, entries);
    }

    private Sequence array(Position at, int depth) throws IOException, DocumentException {
        List<Document> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(token, depth + 1));
        }
        return new Sequence(at, items);
    }

    private Position position() {
        JsonLocation location = parser.currentTokenLocation();
        return new Position(location.getLineNr(), location.getColumnNr());
    }
}
