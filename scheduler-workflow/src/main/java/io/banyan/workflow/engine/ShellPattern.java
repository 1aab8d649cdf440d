package io.banyan.workflow.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A pattern of a shell for one name (POSIX.1-2017, volume XCU, section 2.13.1): {@code *}, {@code ?}, sets such as
 * {@code [a-z]} and {@code [!0-9]}, and a backslash before a character that stands for itself. A bracket that is not
 * closed stands for itself. Classes such as {@code [:alpha:]} are not known.
 */
final class ShellPattern {
    private final List<Element> elements = new ArrayList<>();

    /** A star, or one character of a set. */
    private record Element(boolean star, IntPredicate accepts) {}

    private record Range(int first, int last) {}

    /** Reads a pattern. Every text is one. */
    ShellPattern(String pattern) {
        int[] text = pattern.codePoints().toArray();
        int at = 0;
        while (at < text.length) {
            int set = text[at] == '[' ? endOfSet(text, at) : -1;
            if (set >= 0) {
                elements.add(set(text, at + 1, set));
                at = set + 1;
            } else if (text[at] == '*') {
                elements.add(new Element(true, character -> true));
                at++;
            } else if (text[at] == '?') {
                elements.add(new Element(false, character -> true));
                at++;
            } else {
                at = text[at] == '\\' && at + 1 < text.length ? at + 1 : at;
                int wanted = text[at];
                elements.add(new Element(false, character -> character == wanted));
                at++;
            }
        }
    }

    /** Returns whether a text has characters with a meaning. */
    static boolean isPattern(String text) {
        return text.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '\\');
    }

    private static boolean isNegation(int character) {
        return character == '!' || character == '^';
    }

    /** Returns the position of the bracket that closes a set; -1 if there is none. */
    private static int endOfSet(int[] text, int start) {
        int first = start + 1 < text.length && isNegation(text[start + 1]) ? start + 2 : start + 1;
        for (int at = first; at < text.length; at++) {
            if (text[at] == '\\') {
                at++;
            } else if (text[at] == ']' && at > first) {
                return at;
            }
        }
        return -1;
    }

    private static Element set(int[] text, int start, int end) {
        boolean negated = isNegation(text[start]);
        List<Range> ranges = new ArrayList<>();
        int at = negated ? start + 1 : start;
        while (at < end) {
            at = text[at] == '\\' && at + 1 < end ? at + 1 : at;
            boolean range = at + 2 < end && text[at + 1] == '-';
            ranges.add(new Range(text[at], range ? text[at + 2] : text[at]));
            at += range ? 3 : 1;
        }
        return new Element(
                false,
                character -> negated
                        != ranges.stream().anyMatch(one -> one.first() <= character && character <= one.last()));
    }

    /** Returns whether the whole name matches. O(length of the pattern x length of the name). */
    boolean matches(String name) {
        int[] text = name.codePoints().toArray();
        int element = 0;
        int at = 0;
        int star = -1;
        int afterStar = 0;
        while (at < text.length) {
            if (element < elements.size() && elements.get(element).star()) {
                star = element++;
                afterStar = at;
            } else if (element < elements.size()
                    && elements.get(element).accepts().test(text[at])) {
                element++;
                at++;
            } else if (star >= 0) {
                // The last star takes one more character; those before it need no other try.
                element = star + 1;
                at = ++afterStar;
            } else {
                return false;
            }
        }
        return elements.subList(element, elements.size()).stream().allMatch(Element::star);
    }
}
