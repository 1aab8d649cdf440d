package io.banyan.rpc.process;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalInt;

/** File mode creation masks: that of this process, and those of processes that it starts. */
public final class Umask {
    private static final String LINE = "Umask:";
    private static final int RADIX = 8;
    /** In the order of the bits of a mode, the highest first. */
    private static final String ALL = "rw-rw-rw-";

    private Umask() {}

    /** The mask; empty if this machine does not report it. */
    public static OptionalInt ofThisProcess() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith(LINE))
                    .mapToInt(line ->
                            Integer.parseInt(line.substring(LINE.length()).strip(), RADIX))
                    .findFirst();
        } catch (IOException unknown) {
            return OptionalInt.empty();
        }
    }

    /**
     * Makes an empty file with the permissions that this mask leaves, whatever the mask of this process. Does nothing
     * where the file is there.
     *
     * @throws IOException if the file cannot be made
     */
    public static void create(Path file, int umask) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException there) {
            return;
        }
        var permissions = new StringBuilder(ALL);
        for (int i = 0; i < ALL.length(); i++) {
            if ((umask & (1 << (ALL.length() - 1 - i))) != 0) {
                permissions.setCharAt(i, '-');
            }
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions.toString()));
    }
}
