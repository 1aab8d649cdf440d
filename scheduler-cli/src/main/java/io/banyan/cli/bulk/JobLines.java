package io.banyan.cli.bulk;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a file, or of standard input, that describe jobs. They are read whole before anything is submitted,
 * within limits.
 */
final class JobLines {
    private static final long MOST_BYTES = 64L << 20;
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final String STANDARD_INPUT = "-";

    private final String file;
    private final Terminal terminal;

    JobLines(String file, Terminal terminal) {
        this.file = file;
        this.terminal = terminal;
    }

    /**
     * A line that is not empty.
     *
     * @param place of it, for messages
     */
    record Line(String text, String place) {}

    /** How messages call the file. */
    String name() {
        return file.equals(STANDARD_INPUT) ? "standard input" : file;
    }

    /**
     * Reads them.
     *
     * @param hasComments whether lines that begin with # are left out
     * @throws CommandFailure where they cannot be read, or are too many
     */
    List<Line> read(boolean hasComments) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String line : (Iterable<String>) text().lines()::iterator) {
            number++;
            if (line.isBlank() || (hasComments && line.stripLeading().startsWith("#"))) {
                continue;
            }
            if (lines.size() == BulkOptions.MOST_JOBS) {
                throw CommandFailure.no(name() + ": more than " + BulkOptions.MOST_JOBS + " jobs; none were submitted");
            }
            lines.add(new Line(line, name() + ":" + number));
        }
        return lines;
    }

    /** The text without the byte order mark that editors on Windows put before it. */
    private String text() {
        String text = read();
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
    }

    private String read() {
        try {
            return file.equals(STANDARD_INPUT)
                    ? Texts.read(terminal.in(), name(), MOST_BYTES)
                    : Texts.read(Path.of(file), MOST_BYTES);
        } catch (IOException e) {
            throw CommandFailure.no(name() + ": " + Texts.reason(e));
        }
    }
}
