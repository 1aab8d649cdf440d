package io.banyan.cli.output;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Gives messages one form, wherever they come from: every line that is not a part of a list begins with a capital and
 * ends with a full stop.
 */
public final class Sentence {
    /** A plain word. A word with other characters is the name of a file, a type or an option, and stays as it is. */
    private static final Pattern WORD = Pattern.compile("[a-z]+([ ,].*)?");

    /** A command or a path to copy, or an end already. */
    private static final Pattern COMPLETE = Pattern.compile(".*[.:?!]|Maybe: .*");

    private Sentence() {}

    /** The message as people read it. */
    public static String of(String message) {
        return message.lines().map(Sentence::line).collect(Collectors.joining("\n"));
    }

    private static String line(String line) {
        if (line.isBlank() || Character.isWhitespace(line.charAt(0))) {
            return line;
        }
        String text = line.stripTrailing();
        String begun = WORD.matcher(text).matches() ? Character.toUpperCase(text.charAt(0)) + text.substring(1) : text;
        return COMPLETE.matcher(begun).matches() ? begun : begun + ".";
    }
}
