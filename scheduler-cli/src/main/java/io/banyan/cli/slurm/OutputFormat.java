package io.banyan.cli.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The formats of squeue and sinfo: {@code -o '%.18i %j'}, whose fields are letters, and {@code -O jobid:18,name}, whose
 * fields have names.
 *
 * @param prefix the text before the first field
 */
record OutputFormat<F extends OutputField<T>, T>(String prefix, List<Part<F>> parts) {
    private static final int MOST_CHARACTERS = 65_536;
    private static final int MOST_DIGITS = 5;
    private static final int USUAL_WIDTH = 20;
    private static final Pattern LETTERS = Pattern.compile("%(\\.?)(#|\\d*)([a-zA-Z])([^%]*)");
    private static final Pattern NAMED = Pattern.compile("([A-Za-z_-]+)(?::(\\.?)(\\d*)(.*))?");

    /**
     * A field of a format with its place.
     *
     * @param width 0 for as wide as the value, and -1 for as wide as the widest
     */
    record Part<F>(F field, int width, boolean right, String suffix) {
        private static final int WIDEST = -1;
    }

    /** Copies the list. */
    OutputFormat {
        parts = List.copyOf(parts);
    }

    /**
     * Reads a format of letters.
     *
     * @throws IllegalArgumentException where a letter is no field, or the text is too long
     */
    static <F extends OutputField<T>, T> OutputFormat<F, T> ofLetters(String format, Map<Character, F> fields) {
        requireShort(format);
        Matcher found = LETTERS.matcher(format);
        List<Part<F>> parts = new ArrayList<>();
        int end = Math.max(0, format.indexOf('%'));
        String prefix = format.substring(0, end);
        while (found.find(end)) {
            if (found.start() != end) {
                break;
            }
            F field = fields.get(found.group(3).charAt(0));
            if (field == null) {
                throw new IllegalArgumentException("Invalid job format specification: " + found.group(3));
            }
            boolean isRight = !found.group(1).isEmpty();
            parts.add(new Part<>(field, width(found.group(2)), isRight, found.group(4)));
            end = found.end();
        }
        if (end != format.length() || parts.isEmpty()) {
            throw new IllegalArgumentException("Invalid format specification: " + format.substring(end));
        }
        return new OutputFormat<>(prefix, parts);
    }

    private static int width(String text) {
        if (text.equals("#")) {
            return Part.WIDEST;
        }
        if (text.length() > MOST_DIGITS) {
            throw new IllegalArgumentException(
                    "The width of a field can have at most " + MOST_DIGITS + " digits, found " + text);
        }
        return text.isEmpty() ? 0 : Integer.parseInt(text);
    }

    /**
     * Reads a format of names.
     *
     * @param fields by their names in lower case
     * @throws IllegalArgumentException where a name is no field, or the text is too long
     */
    static <F extends OutputField<T>, T> OutputFormat<F, T> ofNames(String format, Map<String, F> fields) {
        requireShort(format);
        List<Part<F>> parts = new ArrayList<>();
        for (String word : format.split(",", -1)) {
            Matcher found = NAMED.matcher(word.strip());
            F field = found.matches() ? fields.get(found.group(1).toLowerCase(Locale.ROOT)) : null;
            if (field == null) {
                throw new IllegalArgumentException("Invalid job format specification: " + word);
            }
            boolean isSized = found.group(3) != null && !found.group(3).isEmpty();
            parts.add(new Part<>(
                    field,
                    isSized ? width(found.group(3)) : USUAL_WIDTH,
                    ".".equals(found.group(2)),
                    found.group(4) == null ? "" : found.group(4)));
        }
        return new OutputFormat<>("", parts);
    }

    private static void requireShort(String format) {
        if (format.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("A format can have at most " + MOST_CHARACTERS + " characters.");
        }
    }

    /** The fields, in the order of the columns. */
    List<F> fields() {
        return parts.stream().map(Part::field).toList();
    }

    /** The lines for these rows. */
    String text(boolean hasHeader, List<T> rows) {
        List<FormatColumn<T>> columns =
                parts.stream().map(part -> column(part, rows)).toList();
        return FormatColumn.text(prefix, columns, hasHeader, rows);
    }

    private FormatColumn<T> column(Part<F> part, List<T> rows) {
        int width = Math.max(0, part.width);
        var column = new FormatColumn<T>(part.field.header(), part.field::value, width, part.right, part.suffix);
        return part.width == Part.WIDEST ? column.widened(rows) : column;
    }
}
