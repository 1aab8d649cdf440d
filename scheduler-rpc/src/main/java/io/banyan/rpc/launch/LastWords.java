package io.banyan.rpc.launch;

import io.banyan.rpc.files.ForeignFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** What a process wrote last, from its last complaint on, which is often why it ended. */
final class LastWords {
    private static final int LONGEST = 300;
    private static final int LOOKED_AT = 16 << 10;
    /** How a command begins what it says of a failure. */
    private static final String COMPLAINT = "banyan: ";
    /** What a daemon says when it has come up: what stands before it did not end it. */
    private static final String IS_UP = " listens on ";

    private LastWords() {}

    /** In brackets, to be put behind another sentence; empty where there are none. The file may be another user's. */
    static String in(Path output) {
        try {
            List<String> all = ForeignFile.tail(output, LOOKED_AT)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            int up = IntStream.range(0, all.size())
                    .filter(i -> all.get(i).contains(IS_UP))
                    .reduce(-1, (before, after) -> after);
            List<String> lines = all.subList(up + 1, all.size());
            int complaint = Math.max(
                    0,
                    IntStream.range(0, lines.size())
                            .filter(i -> lines.get(i).startsWith(COMPLAINT))
                            .reduce(lines.size() - 1, (before, after) -> after));
            String last = String.join(" ", lines.subList(complaint, lines.size()));
            return last.isEmpty() ? "" : " (" + last.substring(0, Math.min(LONGEST, last.length())) + ")";
        } catch (IOException unreadable) {
            return "";
        }
    }
}
