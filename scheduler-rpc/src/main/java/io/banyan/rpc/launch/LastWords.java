package io.banyan.rpc.launch;

import io.banyan.rpc.files.ForeignFile;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The last lines that a process wrote, from its last complaint on, which is often why it ended. A warning is not the
 * reason, because the process continued after it. Earlier processes may have written to the same file; their output is
 * left out. The file may be another user's.
 *
 * @param from the length of the file at the start of the process
 * @param notBefore a file whose last change is before this time is not the process's
 */
record LastWords(Path output, long from, Instant notBefore) {
    private static final int LONGEST = 300;
    private static final int LOOKED_AT = 16 << 10;
    /** The beginning of a command's message about a failure. */
    private static final String COMPLAINT = "banyan: ";
    /** How a line begins that belongs to the one before it. */
    private static final String MORE = "Maybe: ";
    /**
     * A part of the line that a daemon writes when it has come up: no line before it contains the reason why the daemon
     * ended.
     */
    private static final String UP = " listens on ";
    /**
     * By so much the start of a process may be taken for later than it was, since it is counted from that of the
     * machine.
     */
    private static final Duration DRIFT = Duration.ofSeconds(2);

    /** Creates a reader for a process that is about to be started. */
    static LastWords ofNew(Path output) {
        try {
            return new LastWords(output, ForeignFile.plain(output).size(), Instant.MIN);
        } catch (IOException notThere) {
            return new LastWords(output, 0, Instant.MIN);
        }
    }

    /**
     * Creates a reader for a process that another daemon started, possibly with another output file. Reads nothing if
     * the process has ended, since its start is not known then.
     */
    static LastWords ofRunning(Path output, ProcessHandle process) {
        Instant start = process.info().startInstant().map(it -> it.minus(DRIFT)).orElse(Instant.MAX);
        return new LastWords(output, 0, start);
    }

    /** In brackets, to be put behind another sentence; empty where there are none. */
    String inBrackets() {
        try {
            BasicFileAttributes seen = ForeignFile.plain(output);
            if (seen.lastModifiedTime().toInstant().isBefore(notBefore)) {
                return "";
            }
            // A file that became shorter meanwhile was rewritten from the beginning.
            return inBrackets(ForeignFile.tail(output, seen.size() < from ? 0 : from, LOOKED_AT));
        } catch (IOException unreadable) {
            return "";
        }
    }

    private static String inBrackets(String text) {
        List<String> all = withoutWarnings(text);
        int up = last(all, line -> line.contains(UP));
        List<String> lines = all.subList(up + 1, all.size());
        int complaint = last(lines, line -> line.startsWith(COMPLAINT));
        int first = Math.max(0, complaint < 0 ? lines.size() - 1 : complaint);
        String last = String.join(" ", lines.subList(first, lines.size()));
        return last.isEmpty() ? "" : " (" + last.substring(0, Math.min(LONGEST, last.length())) + ")";
    }

    private static List<String> withoutWarnings(String text) {
        List<String> lines = new ArrayList<>();
        boolean isWarning = false;
        for (String line : text.lines().filter(it -> !it.isBlank()).toList()) {
            isWarning = line.startsWith(LaunchCommand.WARNING) || (isWarning && line.startsWith(MORE));
            if (!isWarning) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** The index of the last such line; -1 where there is none. */
    private static int last(List<String> lines, Predicate<String> isOne) {
        return IntStream.range(0, lines.size())
                .filter(i -> isOne.test(lines.get(i)))
                .reduce(-1, (before, after) -> after);
    }
}
