package io.banyan.jobspec;

import io.banyan.document.Document;
import io.banyan.document.Document.Mapping;
import io.banyan.document.Document.Scalar;
import io.banyan.document.Document.Sequence;
import io.banyan.document.DocumentException;
import io.banyan.document.Fields;
import io.banyan.document.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns values that Banyan does not interpret into plain ones: strings, longs, doubles, booleans, lists, maps and
 * nulls.
 */
final class OpaqueGrammar {
    private static final int MAX_DIGITS = 18;
    /** The maximum number of digits of a big integer: making one takes time that grows with the square of this. */
    private static final int MAX_BIG_DIGITS = 1_000;

    private OpaqueGrammar() {}

    static Map<String, @Nullable Object> mapping(Source source, String what, Document value) throws DocumentException {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        Fields.open(source, what, value).entries().forEach((key, entry) -> values.put(key, value(entry.value())));
        return values;
    }

    static @Nullable Object value(Document document) {
        return switch (document) {
            case Mapping mapping -> map(mapping);
            case Sequence sequence -> list(sequence);
            case Scalar scalar -> scalar(scalar);
        };
    }

    private static Map<String, @Nullable Object> map(Mapping mapping) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        mapping.entries().forEach((key, entry) -> map.put(key, value(entry.value())));
        return map;
    }

    private static List<@Nullable Object> list(Sequence sequence) {
        List<@Nullable Object> list = new ArrayList<>(sequence.items().size());
        sequence.items().forEach(item -> list.add(value(item)));
        return list;
    }

    private static @Nullable Object scalar(Scalar scalar) {
        return switch (scalar.kind()) {
            case TEXT -> scalar.text();
            case NULL -> null;
            case BOOLEAN -> Boolean.valueOf(scalar.text());
            case INTEGER -> integer(scalar.text());
            case DECIMAL -> decimal(scalar.text());
        };
    }

    /** Hexadecimal and octal numbers stay text, and so do those that are too long for a big integer. */
    private static Object integer(String text) {
        if (text.length() > MAX_BIG_DIGITS || !text.matches("[-+]?[0-9]+")) {
            return text;
        }
        return text.length() <= MAX_DIGITS ? (Object) Long.valueOf(text) : new BigInteger(text);
    }

    /** Not-a-number and the infinities have no JSON form, so they stay text. */
    private static Object decimal(String text) {
        if (!text.matches("[-+0-9.eE]+")) {
            return text;
        }
        double number = Double.parseDouble(text);
        return Double.isFinite(number) ? (Object) number : text;
    }
}
