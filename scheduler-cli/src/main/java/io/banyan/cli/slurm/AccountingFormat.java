package io.banyan.cli.slurm;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The format of sacct: {@code JobID,State%20,ExitCode}, in columns or with characters between the fields. */
record AccountingFormat(List<Part> parts) {
    private static final Pattern FORM = Pattern.compile("([A-Za-z]+)(?:%(-?\\d{1,5}))?");

    /** A field with the width of its column, which is negative where the values begin at the left edge. */
    record Part(AccountingField field, int width) {}

    /** Copies the list. */
    AccountingFormat {
        parts = List.copyOf(parts);
    }

    /**
     * Reads a list of fields.
     *
     * @throws IllegalArgumentException where one is unknown
     */
    static AccountingFormat parse(String list) {
        List<Part> parts = new ArrayList<>();
        for (String word : list.split(",", -1)) {
            Matcher found = FORM.matcher(word.strip());
            if (!found.matches()) {
                throw new IllegalArgumentException("Invalid field requested: \"" + word + "\"");
            }
            AccountingField field = AccountingField.named(found.group(1));
            int width = found.group(2) == null ? field.width() : Integer.parseInt(found.group(2));
            parts.add(new Part(field, width == 0 ? field.width() : width));
        }
        return new AccountingFormat(parts);
    }

    /** The lines with a delimiter between the fields, and behind the last one where that is wanted. */
    String delimited(List<SlurmJob> jobs, boolean hasHeader, String delimiter, boolean atEnd) {
        StringBuilder text = new StringBuilder();
        String end = (atEnd ? delimiter : "") + "\n";
        if (hasHeader) {
            text.append(String.join(
                            delimiter,
                            parts.stream().map(it -> it.field.title()).toList()))
                    .append(end);
        }
        for (SlurmJob job : jobs) {
            text.append(String.join(
                            delimiter,
                            parts.stream().map(it -> it.field.value(job)).toList()))
                    .append(end);
        }
        return text.toString();
    }

    /** The lines in columns, each with a blank behind it. A value that does not fit ends with a plus sign. */
    String columns(List<SlurmJob> jobs, boolean hasHeader) {
        StringBuilder text = new StringBuilder();
        if (hasHeader) {
            parts.forEach(it -> text.append(fitted(it.field.title(), it.width)));
            text.append('\n');
            parts.forEach(it -> text.append("-".repeat(Math.abs(it.width))).append(' '));
            text.append('\n');
        }
        for (SlurmJob job : jobs) {
            parts.forEach(it -> text.append(fitted(it.field.value(job), it.width)));
            text.append('\n');
        }
        return text.toString();
    }

    private static String fitted(String cell, int width) {
        int room = Math.abs(width);
        int length = cell.codePointCount(0, cell.length());
        if (length > room) {
            return cell.substring(0, cell.offsetByCodePoints(0, room - 1)) + "+ ";
        }
        String padding = " ".repeat(room - length);
        return (width < 0 ? cell + padding : padding + cell) + " ";
    }
}
