package io.banyan.workflow.format;

import io.banyan.document.Document;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Position;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import io.banyan.resource.Measures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Values of the fields of a workflow: counts, times, sizes and lists of names. */
public final class FieldWords {
    /** The longest time, in milliseconds: a hundred years. */
    public static final long MOST_MILLIS = 36_500L * 86_400_000;

    private final Source source;

    /** Reads values of the text that {@code source} names. */
    public FieldWords(Source source) {
        this.source = source;
    }

    /**
     * Returns the whole number of a key, or {@code missing} without the key.
     *
     * @throws DocumentException if the value is no whole number from {@code least} to {@code most}
     */
    public int count(Fields fields, String key, int least, int most, int missing) throws DocumentException {
        return fields.has(key) ? count(fields, key, fields.required(key), least, most) : missing;
    }

    /** Returns the whole number that a value of a key states. */
    public int count(Fields fields, String key, Document value, int least, int most) throws DocumentException {
        long count = fields.integer(key, value);
        if (count < least || count > most) {
            throw fields.wrong(key, value, "a whole number from " + least + " to " + most);
        }
        return (int) count;
    }

    /**
     * Returns the time of a key, in milliseconds: a word with a unit, or a number of seconds.
     *
     * @throws DocumentException if the value is no time above 0
     */
    public long millis(Fields fields, String key) throws DocumentException {
        Document value = fields.required(key);
        String expected = "a time above 0 with its unit (" + Measures.TIME_UNITS + ")";
        if (!(value instanceof Scalar scalar)) {
            throw fields.wrong(key, value, expected);
        }
        long millis = scalar.kind() == Kind.INTEGER || scalar.kind() == Kind.DECIMAL
                ? Math.round(1_000 * Double.parseDouble(scalar.text()))
                : Measures.duration(scalar.text())
                        .orElseThrow(() -> fields.wrong(key, value, expected))
                        .toMillis();
        if (millis <= 0 || millis > MOST_MILLIS) {
            throw fields.wrong(key, value, expected + ", at most 36500d");
        }
        return millis;
    }

    /**
     * Returns the size that a value of a key states, in bytes: a word with a unit, or a number of bytes.
     *
     * @throws DocumentException if the value is no size
     */
    public long bytes(Fields fields, String key, Document value) throws DocumentException {
        if (value instanceof Scalar scalar
                && scalar.kind() == Kind.INTEGER
                && !scalar.text().startsWith("-")) {
            return fields.integer(key, value);
        }
        OptionalLong bytes = value instanceof Scalar scalar ? Measures.bytes(scalar.text()) : OptionalLong.empty();
        return bytes.orElseThrow(() ->
                fields.wrong(key, value, "a number of bytes, or a size with its unit (" + Measures.SIZE_UNITS + ")"));
    }

    /**
     * Returns the words of a key that holds one word or a list of words; none without the key.
     *
     * @throws DocumentException if the value is something else
     */
    public List<Scalar> words(Fields fields, String key) throws DocumentException {
        if (!fields.has(key)) {
            return List.of();
        }
        Document value = fields.required(key);
        List<Document> items = value instanceof Sequence sequence ? sequence.items() : List.of(value);
        List<Scalar> words = new ArrayList<>();
        for (Document item : items) {
            if (!(item instanceof Scalar word) || word.kind() == Kind.NULL) {
                throw fields.wrong(key, item, "a word or a list of words");
            }
            words.add(word);
        }
        return words;
    }

    /**
     * Returns a value of the model, whose checks are told at a position of the text.
     *
     * @throws DocumentException if the value refuses its parts
     */
    public <T> T checked(Position at, Supplier<T> value) throws DocumentException {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw source.error(at, String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether a document is a mapping. */
    public static boolean isMapping(Document value) {
        return value instanceof Mapping;
    }
}
