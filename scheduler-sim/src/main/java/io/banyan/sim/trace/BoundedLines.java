package io.banyan.sim.trace;

import java.io.IOException;
import java.io.Reader;

/**
 * The lines of a text one after the other, of which no one can be so long that there is no memory for it. For one
 * thread.
 */
final class BoundedLines {
    /** How many characters a line may have: a job on every node of a large machine, each by its name, is far below. */
    static final int LONGEST = 1 << 22;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final Reader in;
    private final String source;
    private final StringBuilder line = new StringBuilder();
    private int number;
    private boolean isAtEnd;

    BoundedLines(Reader in, String source) {
        this.in = in;
        this.source = source;
    }

    /** Goes to the next line; false where there is none. */
    boolean next() throws IOException, TraceException {
        line.setLength(0);
        if (isAtEnd) {
            return false;
        }
        number++;
        int c = in.read();
        while (c >= 0 && c != '\n') {
            if (line.length() == LONGEST) {
                throw wrong("a line can have at most " + LONGEST + " characters, but this one has more");
            }
            line.append((char) c);
            c = in.read();
        }
        isAtEnd = c < 0;
        return !(isAtEnd && line.isEmpty());
    }

    /**
     * The one that it is at, without blanks around it, and without the mark that some programs put before a text in
     * UTF-8.
     */
    String text() {
        boolean isMarked = number == 1 && !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK;
        return line.substring(isMarked ? 1 : 0).strip();
    }

    /** That something is wrong with the line that it is at. */
    TraceException wrong(String what) {
        return new TraceException(source + ", line " + number + ": " + what);
    }
}
