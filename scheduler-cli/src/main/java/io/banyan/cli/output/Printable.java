package io.banyan.cli.output;

import io.banyan.resource.PrintableText;

/**
 * Text that a terminal shows and does not act on. Names of jobs, vertices and instances must not move its cursor or
 * change the direction of a line.
 */
public final class Printable {
    private Printable() {}

    /** Escapes the characters of a text that are not printable, except line breaks and tabulators. O(length). */
    public static String text(String text) {
        return PrintableText.escaped(text, "\n\t");
    }

    /** Escapes all characters of a line, or of a part of one, that are not printable. O(length). */
    public static String word(String text) {
        return PrintableText.escaped(text);
    }
}
