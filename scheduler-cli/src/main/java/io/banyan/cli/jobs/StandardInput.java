package io.banyan.cli.jobs;

import io.banyan.cli.output.TerminalDevice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the standard input of this process comes from. */
final class StandardInput {
    private static final Path SELF = Path.of("/proc/self");
    /** The index of the process group among the fields that the kernel shows behind the name of a process. */
    private static final int GROUP = 2;

    private static final int FOREGROUND_GROUP = 5;

    /** The flags of open(2), in octal digits. */
    private static final String FLAGS = "flags:";

    private static final int OCTAL = 8;
    private static final long ACCESS_MODE = 3;
    private static final long WRITE_ONLY = 1;

    private StandardInput() {}

    /**
     * Whether this process can read it without being stopped. A process cannot where standard input is a terminal that
     * has another process group in the foreground, or is not open for reading.
     */
    static boolean canBeRead() {
        try {
            return isOpenForReading() && (!isTerminal() || isInForeground(Files.readString(SELF.resolve("stat"))));
        } catch (IOException unknown) {
            return true;
        }
    }

    /**
     * Whether standard input is open for reading, as far as this system can determine. nohup(1) opens {@code /dev/null}
     * for writing only as standard input.
     */
    static boolean isOpenForReading() {
        try (Stream<String> lines = Files.lines(SELF.resolve("fdinfo").resolve("0"))) {
            return lines.filter(line -> line.startsWith(FLAGS))
                    .map(line -> Long.parseLong(line.substring(FLAGS.length()).strip(), OCTAL))
                    .noneMatch(flags -> (flags & ACCESS_MODE) == WRITE_ONLY);
        } catch (IOException | UncheckedIOException | NumberFormatException unknown) {
            return true;
        }
    }

    /** Whether standard input is a terminal, as far as this system can determine. */
    static boolean isTerminal() {
        return TerminalDevice.of(TerminalDevice.STANDARD_INPUT).isPresent();
    }

    private static boolean isInForeground(String stat) {
        List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        return fields.get(GROUP).equals(fields.get(FOREGROUND_GROUP));
    }
}
