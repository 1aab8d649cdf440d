package io.banyan.rpc.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What a process wrote last, from its last complaint on, which is often why it ended. */
final class LastWords {
    private static final int LONGEST = 300;
    private static final int LOOKED_AT = 16 << 10;
    /** How a command begins what it says of a failure. */
    private static final String COMPLAINT = "banyan: ";

    private LastWords() {}

    /** In brackets, to be put behind another sentence; empty where there are none. The file may be another user's, so that no link is followed. */
    static String in(Path output) {
        try {
            List<String> lines =
                    tail(output).lines().filter(line -> !line.isBlank()).toList();
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

    private static String tail(Path output) throws IOException {
        if (!Files.isRegularFile(output, LinkOption.NOFOLLOW_LINKS)) {
            return "";
        }
        try (FileChannel file = FileChannel.open(output, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            ByteBuffer bytes = ByteBuffer.allocate(LOOKED_AT);
            file.position(Math.max(0, file.size() - LOOKED_AT));
            while (bytes.hasRemaining() && file.read(bytes) >= 0) {
                // Until the end, or as much as is looked at.
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
    }
}
