package io.banyan.cli.request;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits a line into words as a shell does, with quotes and backslashes; nothing is expanded. A word that begins with #
 * begins a comment.
 */
final class ShellWords {
    private final String line;
    private final List<String> words = new ArrayList<>();
    private @Nullable StringBuilder word;
    private int at;

    private ShellWords(String line) {
        this.line = line;
    }

    /**
     * The words of a line. O(its length).
     *
     * @throws IllegalArgumentException with one sentence, where a quote is not closed
     */
    static List<String> split(String line) {
        var words = new ShellWords(line);
        while (words.at < line.length() && words.step()) {
            words.at++;
        }
        words.end();
        return words.words;
    }

    /** Takes one character, or a quoted part. Returns whether a comment does not begin there. */
    private boolean step() {
        char c = line.charAt(at);
        if (Character.isWhitespace(c)) {
            end();
        } else if (c == '#' && word == null) {
            return false;
        } else if (c == '\'' || c == '"') {
            quoted(c);
        } else if (c == '\\' && at + 1 < line.length()) {
            word().append(line.charAt(++at));
        } else {
            word().append(c);
        }
        return true;
    }

    private void quoted(char quote) {
        StringBuilder into = word();
        for (at++; at < line.length() && line.charAt(at) != quote; at++) {
            boolean isEscape = quote == '"' && line.charAt(at) == '\\' && at + 1 < line.length();
            if (isEscape && "\\\"$`".indexOf(line.charAt(at + 1)) >= 0) {
                at++;
            }
            into.append(line.charAt(at));
        }
        if (at >= line.length()) {
            throw new IllegalArgumentException("a quotation mark (" + quote + ") is not closed on that line");
        }
    }

    private StringBuilder word() {
        if (word == null) {
            word = new StringBuilder();
        }
        return word;
    }

    private void end() {
        if (word != null) {
            words.add(word.toString());
            word = null;
        }
    }
}
