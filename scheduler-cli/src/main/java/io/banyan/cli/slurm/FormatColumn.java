package io.banyan.cli.slurm;

import java.util.List;
import java.util.function.Function;

/**
 * A column of a line that a format describes.
 *
 * @param header above it
 * @param value of a row
 * @param width in characters: longer values are cut off, and shorter ones padded; 0 for as wide as the value
 * @param right whether the values end at the column's right edge
 * @param suffix the text behind each value
 */
record FormatColumn<T>(String header, Function<T, String> value, int width, boolean right, String suffix) {
    /** Formats the lines of a table. O(rows x columns). */
    static <T> String text(String prefix, List<FormatColumn<T>> columns, boolean hasHeader, List<T> rows) {
        StringBuilder text = new StringBuilder();
        if (hasHeader) {
            line(text, prefix, columns, FormatColumn::header);
        }
        rows.forEach(row -> line(text, prefix, columns, column -> column.value.apply(row)));
        return text.toString();
    }

    private static <T> void line(
            StringBuilder text, String prefix, List<FormatColumn<T>> columns, Function<FormatColumn<T>, String> cell) {
        text.append(prefix);
        for (FormatColumn<T> column : columns) {
            text.append(column.fitted(cell.apply(column))).append(column.suffix);
        }
        text.append('\n');
    }

    private String fitted(String cell) {
        int length = cell.codePointCount(0, cell.length());
        if (width == 0) {
            return cell;
        }
        if (length >= width) {
            return cell.substring(0, cell.offsetByCodePoints(0, width));
        }
        String padding = " ".repeat(width - length);
        return right ? padding + cell : cell + padding;
    }

    /** Returns this column as wide as the widest of its values. */
    FormatColumn<T> widened(List<T> rows) {
        int most = rows.stream()
                .map(value)
                .mapToInt(it -> it.codePointCount(0, it.length()))
                .max()
                .orElse(0);
        return new FormatColumn<>(header, value, Math.max(header.length(), most), right, suffix);
    }
}
