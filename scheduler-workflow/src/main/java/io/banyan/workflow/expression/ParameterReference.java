package io.banyan.workflow.expression;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parameter reference such as {@code inputs.reads[0]["format"].length} (CWL v1.2, section "Parameter references").
 *
 * @param root the first name
 * @param segments the keys and indices after it: a number for an index, else a key
 */
record ParameterReference(String root, List<Segment> segments) {
    private static final Pattern SYMBOL = Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS);
    /** Possessive repetitions: others take a level of the stack for each character. */
    private static final Pattern SEGMENT = Pattern.compile(
            "\\.(?<name>\\w+)|\\['(?<single>(?:[^'\\\\]|\\\\.)*+)'\\]|\\[\"(?<twice>(?:[^\"\\\\]|\\\\.)*+)\"\\]"
                    + "|\\[(?<index>[0-9]{1,9})\\]",
            Pattern.UNICODE_CHARACTER_CLASS);

    /**
     * A key or an index.
     *
     * @param key the key; the digits for an index
     * @param index the index; -1 for a key
     */
    record Segment(String key, int index) {}

    /** Returns the reference that a text is; empty if it is another expression. */
    static Optional<ParameterReference> parse(String text) {
        Matcher symbol = SYMBOL.matcher(text);
        if (!symbol.lookingAt()) {
            return Optional.empty();
        }
        List<Segment> segments = new ArrayList<>();
        Matcher segment = SEGMENT.matcher(text);
        int at = symbol.end();
        while (at < text.length()) {
            segment.region(at, text.length());
            if (!segment.lookingAt()) {
                return Optional.empty();
            }
            segments.add(segment(segment));
            at = segment.end();
        }
        return Optional.of(new ParameterReference(symbol.group(), List.copyOf(segments)));
    }

    private static Segment segment(Matcher found) {
        if (found.group("index") != null) {
            return new Segment(found.group("index"), Integer.parseInt(found.group("index")));
        } else if (found.group("name") != null) {
            return new Segment(found.group("name"), -1);
        }
        String quoted = found.group("single") != null ? found.group("single") : found.group("twice");
        return new Segment(quoted.replaceAll("\\\\(.)", "$1"), -1);
    }

    /** Returns the value; O(segments). */
    JsonNode evaluate(ExpressionContext context) throws ExpressionException {
        if (root.equals("null") && segments.isEmpty()) {
            return NullNode.instance;
        }
        JsonNode value = context.value(root)
                .orElseThrow(() ->
                        new ExpressionException("unknown name '" + root + "', expected one of inputs, self, runtime"));
        String path = root;
        for (Segment segment : segments) {
            value = next(value, segment, path);
            path += segment.index() >= 0 ? "[" + segment.key() + "]" : "." + segment.key();
        }
        return value;
    }

    private static JsonNode next(JsonNode value, Segment segment, String path) throws ExpressionException {
        if (value.isArray()) {
            if (segment.index() < 0 && segment.key().equals("length")) {
                return IntNode.valueOf(value.size());
            } else if (segment.index() >= 0 && segment.index() < value.size()) {
                return value.get(segment.index());
            }
            throw new ExpressionException(
                    "'" + path + "' is a list of " + value.size() + " values and has no '" + segment.key() + "'");
        }
        JsonNode found = segment.index() < 0 ? value.get(segment.key()) : null;
        if (found == null) {
            throw new ExpressionException(
                    "'" + path + "' is " + JsonValues.describe(value) + " and has no '" + segment.key() + "'");
        }
        return found;
    }
}
