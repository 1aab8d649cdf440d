package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.banyan.graph.GraphException;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tokens of a JSON document, with errors that name the place. */
final class JgfTokens {
    /** Where the library says which of its settings a limit comes from. */
    private static final Pattern LIBRARY_SETTING = Pattern.compile(", from `[^`]*`");

    private static final int MAX_NESTING = 100;
    /** Any number of so many digits is a {@code long}. */
    private static final int MAX_DIGITS = 18;

    /** Makes parsers with limits. */
    static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxStringLength(1 << 20)
                    .build())
            .build();

    private final JsonParser parser;
    private final String source;

    JgfTokens(JsonParser parser, String source) {
        this.parser = parser;
        this.source = source;
    }

    /** Returns the error for a text that is not JSON. */
    static GraphException malformed(JsonProcessingException e, JsonParser parser, String source) {
        JsonLocation where = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        String place = ":" + where.getLineNr() + ":" + Math.max(1, where.getColumnNr());
        return new GraphException(source + place + ": not well-formed JSON: " + firstLine(e.getOriginalMessage()), e);
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        String line = LIBRARY_SETTING
                .matcher(end < 0 ? message : message.substring(0, end))
                .replaceAll("");
        return line.endsWith(".") ? line : line + ".";
    }

    @Nullable JsonToken next() throws IOException {
        return parser.nextToken();
    }

    /** Moves to the value of the next key of the object at hand; false at the object's end. */
    boolean nextKey() throws IOException, GraphException {
        if (parser.nextToken() == JsonToken.END_OBJECT) {
            return false;
        }
        require(JsonToken.FIELD_NAME, "a key");
        parser.nextToken();
        return true;
    }

    String key() throws IOException {
        return parser.currentName();
    }

    void skip() throws IOException {
        parser.skipChildren();
    }

    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    void require(JsonToken token, String expected) throws GraphException {
        if (parser.currentToken() != token) {
            throw error(expected + " is expected");
        }
    }

    void requireEnd() throws IOException, GraphException {
        if (next() != null) {
            throw error("the end of the document is expected");
        }
    }

    String text() throws IOException, GraphException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw error("'" + key() + "' must be a string");
        }
        return parser.getText();
    }

    /** An id: a string, or a number as it is written. */
    String id() throws IOException, GraphException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return parser.getText();
        }
        String id = text();
        if (id.isEmpty()) {
            throw error("'" + key() + "' must not be empty");
        }
        return id;
    }

    /** An id that is a number as it is usually written, -1 for any other. */
    long numericId() throws IOException {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_STRING && token != JsonToken.VALUE_NUMBER_INT) {
            return -1;
        }
        char[] text = parser.getTextCharacters();
        int from = parser.getTextOffset();
        int length = parser.getTextLength();
        if (length == 0 || length > MAX_DIGITS || (length > 1 && text[from] == '0')) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < from + length; i++) {
            if (text[i] < '0' || text[i] > '9') {
                return -1;
            }
            number = number * 10 + (text[i] - '0');
        }
        return number;
    }

    /** A set of ids, which is a string also where it holds a single one (RFC 20, RFC 22). */
    IdSet idSet() throws IOException, GraphException {
        try {
            return IdSet.parse(text());
        } catch (IllegalArgumentException e) {
            throw error(String.valueOf(e.getMessage()));
        }
    }

    /** Any scalar as text; nothing for null. */
    String scalar() throws IOException, GraphException {
        if (isNull()) {
            return "";
        }
        JsonToken token = parser.currentToken();
        if (token == null || !token.isScalarValue()) {
            throw error("'" + key() + "' must be a string");
        }
        return parser.getText();
    }

    long integer(long min, long max) throws IOException, GraphException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long number = parser.getLongValue();
            if (number >= min && number <= max) {
                return number;
            }
            throw error("'" + key() + "' is " + number + "; a number from " + min + " to " + max + " is expected");
        }
        throw error("'" + key() + "' must be a whole number from " + min + " to " + max);
    }

    boolean bool() throws IOException, GraphException {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case null, default -> integer(0, 1) == 1;
        };
    }

    int line() {
        return where().getLineNr();
    }

    int column() {
        return Math.max(1, where().getColumnNr());
    }

    private JsonLocation where() {
        return parser.currentTokenLocation();
    }

    GraphException error(String what) {
        return error(line(), column(), what);
    }

    GraphException error(int line, int column, String what) {
        return new GraphException(source + ":" + line + ":" + column + ": " + what + ".");
    }
}
