package io.banyan.resource;

import java.util.OptionalInt;

/**
 * The rule for text that people read on a terminal, in a log or in a spreadsheet. A character is printable unless its
 * Unicode category is Cc (control), Cf (format: the direction of text, invisible characters), Zl or Zp (line and
 * paragraph separators). What is not printable is refused in new text, and escaped where old data have it. Any thread;
 * O(length).
 */
public final class PrintableText {
    private static final int FIRST_ASCII = 0x20;
    private static final int LAST_ASCII = 0x7e;

    private PrintableText() {}

    /** Whether a terminal shows this code point as it is. */
    public static boolean isPrintable(int codePoint) {
        if (codePoint >= FIRST_ASCII && codePoint <= LAST_ASCII) {
            return true;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** Whether all of the text is printable. */
    public static boolean isPrintable(String text) {
        return firstUnprintable(text).isEmpty();
    }

    private static OptionalInt firstUnprintable(String text) {
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            if (!isPrintable(codePoint)) {
                return OptionalInt.of(codePoint);
            }
            i += Character.charCount(codePoint);
        }
        return OptionalInt.empty();
    }

    /**
     * Returns the text if all of it is printable.
     *
     * @param what the noun for the error message, with its article, such as "a job's name"
     * @throws IllegalArgumentException with one sentence that names the character
     */
    public static String require(String what, String text) {
        OptionalInt found = firstUnprintable(text);
        if (found.isPresent()) {
            throw new IllegalArgumentException(
                    what + " must contain only printable characters, found " + described(found.getAsInt()));
        }
        return text;
    }

    private static String described(int codePoint) {
        String name = Character.getName(codePoint);
        return String.format("U+%04X", codePoint) + (name == null ? "" : " (" + name + ")");
    }

    /**
     * The text with each character that is not printable as {@code \\uXXXX}, which is also its form within a JSON
     * string.
     */
    public static String escaped(String text) {
        return escaped(text, "");
    }

    /** Escapes all characters that are not printable, but for those in {@code kept}, such as line breaks. */
    public static String escaped(String text, String kept) {
        if (isPrintable(text)) {
            return text;
        }
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(codePoint -> {
            if (isPrintable(codePoint) || kept.indexOf(codePoint) >= 0) {
                escaped.appendCodePoint(codePoint);
            } else {
                for (char unit : Character.toChars(codePoint)) {
                    escaped.append(String.format("\\u%04X", (int) unit));
                }
            }
        });
        return escaped.toString();
    }

    /** The text with a blank in place of each character that is not printable: one line, for a comment or a message. */
    public static String spaced(String text) {
        if (isPrintable(text)) {
            return text;
        }
        StringBuilder spaced = new StringBuilder();
        text.codePoints().forEach(codePoint -> spaced.appendCodePoint(isPrintable(codePoint) ? codePoint : ' '));
        return spaced.toString();
    }
}
