package io.banyan.rpc.health;

import io.banyan.resource.PrintableText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * The output of a check: its beginning, and its last line, which has the exit status. The output in between is dropped.
 * For one thread.
 */
final class CheckOutput {
    /** How much of the beginning is kept, in bytes. */
    static final int KEPT = 4096;

    private static final int LONGEST_LINE = 300;
    private static final int LONGEST_STATUS = 4;

    private final String mark;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    /** The end of the read output, in which the mark may have begun. */
    private String tail = "";

    private OptionalInt status = OptionalInt.empty();

    /**
     * Empty output.
     *
     * @param mark stands before the status; nothing that the check prints has it
     */
    CheckOutput(String mark) {
        this.mark = mark + " ";
    }

    /** Adds output. */
    void add(byte[] bytes, int length) {
        if (status.isPresent()) {
            return;
        }
        kept.write(bytes, 0, Math.min(length, KEPT - kept.size()));
        // Each byte is a character, so that the mark is found in whatever else there is.
        String text = tail + new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        int begin = text.indexOf(mark);
        int end = begin < 0 ? -1 : text.indexOf('\n', begin);
        if (end >= 0) {
            status = number(text.substring(begin + mark.length(), end));
        }
        int most = mark.length() + LONGEST_STATUS;
        tail = text.substring(begin >= 0 ? begin : Math.max(0, text.length() - most));
    }

    private static OptionalInt number(String digits) {
        try {
            return OptionalInt.of(Integer.parseInt(digits));
        } catch (NumberFormatException none) {
            return OptionalInt.empty();
        }
    }

    /** With which status the check has ended; empty where it has not said so. */
    OptionalInt status() {
        return status;
    }

    /** Returns the first line that is not blank, without control characters; or else this text. */
    String firstLine(String otherwise) {
        String text = kept.toString(StandardCharsets.UTF_8);
        int end = text.indexOf(mark);
        return line(end < 0 ? text : text.substring(0, end), otherwise);
    }

    /** The first line of a text, in the same way. */
    static String line(String text, String otherwise) {
        String first = text.lines()
                .map(line -> PrintableText.spaced(line).strip())
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse(otherwise);
        int end = Math.min(first.length(), LONGEST_LINE);
        return first.substring(0, end > 0 && Character.isHighSurrogate(first.charAt(end - 1)) ? end - 1 : end);
    }
}
