package io.banyan.cli.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where the standard input of this process comes from. */
final class StandardInput {
    private static final Path SELF = Path.of("/proc/self");
    /** Of what the kernel says of a process behind its name. */
    private static final int GROUP = 2;

    private static final int FOREGROUND_GROUP = 5;

    private StandardInput() {}

    /** Whether it can be read without being stopped: not where it is a terminal, and another group of processes is in its foreground. */
    static boolean canBeRead() {
        try {
            return !isTerminal() || isInForeground(Files.readString(SELF.resolve("stat")));
        } catch (IOException unknown) {
            return true;
        }
    }

    /** Whether it is a terminal, as far as this system tells. */
    static boolean isTerminal() {
        String file;
        try {
            file = Files.readSymbolicLink(SELF.resolve("fd").resolve("0")).toString();
        } catch (IOException unknown) {
            return false;
        }
        return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty") || file.equals("/dev/console");
    }

    private static boolean isInForeground(String stat) {
        List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        return fields.get(GROUP).equals(fields.get(FOREGROUND_GROUP));
    }
}
