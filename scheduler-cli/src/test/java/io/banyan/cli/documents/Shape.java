package io.banyan.cli.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The shape of an output: its words, with a mark in place of each number, time, duration, size, path, address and id.
 * Line breaks and the widths of columns do not count, because pages wrap long lines.
 *
 * @param words the words in their order
 */
record Shape(List<String> words) {
    /** Stands on a page for any words. */
    private static final String ANYTHING = "...";

    private static final String UUID = "\\b\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\b";
    private static final String CURSOR = "\\b[a-z0-9]{8}-\\d+\\b";
    private static final Pattern IDS = Pattern.compile(UUID + "|" + CURSOR);
    private static final List<Mask> MASKS = List.of(
            new Mask("\\s+", " "),
            new Mask(UUID, "ID"),
            new Mask("\\b(\\d+\\.\\d+\\.\\d+\\.\\d+|localhost):\\d+", "ADDRESS"),
            new Mask("\\b\\d{4}-\\d\\d-\\d\\d([ T]\\d\\d:\\d\\d(:\\d\\d)?(\\.\\d+)?Z?)?", "TIME"),
            new Mask("\\b\\d+:\\d\\d(:\\d\\d)?(\\.\\d+)?\\b", "TIME"),
            new Mask("\\b(\\d+(\\.\\d+)? ?(d|h|min|m|s|ms|us)\\b ?)+", "DURATION "),
            new Mask("\\b\\d+(\\.\\d+)?([KMGT]i?B?| [KMGT]i?B)\\b", "SIZE"),
            new Mask(CURSOR, "ID"),
            new Mask("\\[[#.]+\\]", "BAR"),
            new Mask("(?<![\\w.])/[\\w.-]+(/[\\w.-]*)+", "PATH"),
            new Mask("\\[\\d+([-,]\\d+)*\\]", "N"),
            new Mask("\\d+(\\.\\d+)?([-,]\\d+(\\.\\d+)?)*", "N"));

    private record Mask(Pattern pattern, String mark) {
        Mask(String pattern, String mark) {
            this(Pattern.compile(pattern), mark);
        }
    }

    /** The shape of a text. */
    static Shape of(String text) {
        String masked = text;
        for (Mask mask : MASKS) {
            masked = mask.pattern().matcher(masked).replaceAll(mask.mark());
        }
        return new Shape(List.of(masked.strip().split(" +")));
    }

    /** The ids of requests and events in a text. */
    static List<String> ids(String text) {
        return IDS.matcher(text).results().map(MatchResult::group).toList();
    }

    /** Whether an output has this shape of a page. */
    boolean matches(Shape output) {
        // The places in the output that the words so far can have led to.
        List<Integer> places = List.of(0);
        for (String word : words) {
            var next = new ArrayList<Integer>();
            for (int place : places) {
                if (word.equals(ANYTHING)) {
                    for (int i = next.isEmpty() ? place : next.getLast() + 1; i <= output.words.size(); i++) {
                        next.add(i);
                    }
                } else if (place < output.words.size() && word.equals(output.words.get(place))) {
                    next.add(place + 1);
                }
            }
            places = next;
        }
        return places.contains(output.words.size());
    }
}
