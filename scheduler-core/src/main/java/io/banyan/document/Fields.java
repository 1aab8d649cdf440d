package io.banyan.document;

import io.banyan.document.Document.Entry;
import io.banyan.document.Document.Kind;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Position;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Typed access to the entries of one mapping, with the complaints that go with it. */
public final class Fields {
    /** More digits than this do not fit a {@code long}, and no key allows such a number. */
    private static final int MAX_DIGITS = 18;

    private final Source source;
    private final String what;
    private final Mapping mapping;

    private Fields(Source source, String what, Mapping mapping) {
        this.source = source;
        this.what = what;
        this.mapping = mapping;
    }

    /** Checks that {@code value} is a mapping with no other keys than the known ones. */
    public static Fields of(Source source, String what, Document value, List<String> known) throws DocumentException {
        Fields fields = open(source, what, value);
        for (Map.Entry<String, Entry> entry : fields.mapping.entries().entrySet()) {
            if (!known.contains(entry.getKey())) {
                throw fields.unknown(entry.getKey(), entry.getValue().at(), known);
            }
        }
        return fields;
    }

    /** Checks that {@code value} is a mapping; its keys may be anything. */
    public static Fields open(Source source, String what, Document value) throws DocumentException {
        if (!(value instanceof Mapping mapping)) {
            throw source.error(value.at(), what + " must be a mapping, found " + value.describe());
        }
        return new Fields(source, what, mapping);
    }

    private DocumentException unknown(String key, Position at, List<String> known) {
        String maybe = Nearest.of(key, known)
                .map(near -> "\nMaybe '" + near + "' is meant.")
                .orElse("");
        return source.error(
                at, "unknown key '" + key + "' in " + what + ", expected one of " + String.join(", ", known) + maybe);
    }

    public Document document() {
        return mapping;
    }

    public Position at() {
        return mapping.at();
    }

    public Map<String, Entry> entries() {
        return mapping.entries();
    }

    public boolean has(String key) {
        return mapping.entries().containsKey(key);
    }

    public Document required(String key) throws DocumentException {
        Entry entry = mapping.entries().get(key);
        if (entry == null) {
            throw source.error(mapping.at(), what + " does not contain '" + key + "'");
        }
        return entry.value();
    }

    public Optional<Document> optional(String key) {
        return Optional.ofNullable(mapping.entries().get(key)).map(Entry::value);
    }

    /** The value of a key that must be there and be a scalar other than null. */
    public String text(String key) throws DocumentException {
        return text(key, required(key));
    }

    public Optional<String> optionalText(String key) throws DocumentException {
        Optional<Document> value = optional(key);
        return value.isPresent() ? Optional.of(text(key, value.get())) : Optional.empty();
    }

    private String text(String key, Document value) throws DocumentException {
        if (value instanceof Scalar scalar && scalar.kind() != Kind.NULL) {
            return scalar.text();
        }
        throw wrong(key, value, "text");
    }

    /** The value of a key that must be there and be a whole number, quoted or not. */
    public long integer(String key) throws DocumentException {
        return integer(key, required(key));
    }

    public long integer(String key, Document value) throws DocumentException {
        if (!(value instanceof Scalar scalar) || !isInteger(scalar.text())) {
            throw wrong(key, value, "a whole number");
        }
        if (scalar.text().length() > MAX_DIGITS) {
            throw source.error(value.at(), "'" + key + "' is too large, found " + value.describe());
        }
        return Long.parseLong(scalar.text());
    }

    private static boolean isInteger(String text) {
        String digits = text.startsWith("-") ? text.substring(1) : text;
        return !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    public List<Document> list(String key) throws DocumentException {
        Document value = required(key);
        if (value instanceof Sequence sequence) {
            return sequence.items();
        }
        throw wrong(key, value, "a list");
    }

    /** Returns the exception to throw where the value of a key is not of the kind it should be. */
    public DocumentException wrong(String key, Document value, String expected) {
        return source.error(
                value.at(), "'" + key + "' of " + what + " must be " + expected + ", found " + value.describe());
    }
}
