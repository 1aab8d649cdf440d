package io.banyan.cli.query;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * The lines of earlier sessions, in a file that only its owner can read. If the file cannot be read or written, there
 * is no history and no message. For one thread; several sessions may append to one file.
 */
final class LineHistory {
    /** The most lines that are kept from one session to the next. */
    static final int MAX_LINES = 1_000;

    /** A file that is larger was not written by this class. */
    private static final long MAX_BYTES = 16L << 20;

    private final Path file;
    private String last = "";

    LineHistory(Path file) {
        this.file = file;
    }

    /** The lines, oldest first; shortens the file to the newest of them where it has become too long. */
    List<String> read() {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MAX_BYTES) {
                return List.of();
            }
            List<String> all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            if (all.size() <= MAX_LINES) {
                return all;
            }
            List<String> newest = all.subList(all.size() - MAX_LINES, all.size());
            Path shorter =
                    Files.createTempFile(file.toAbsolutePath().getParent(), "history", ".new", onlyOwner("rw-------"));
            Files.write(shorter, newest);
            Files.move(shorter, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return newest;
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Appends a line, unless it is the one before again. */
    void add(String line) {
        if (line.isBlank() || line.equals(last)) {
            return;
        }
        last = line;
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null && !Files.isDirectory(directory)) {
                Files.createDirectories(directory, onlyOwner("rwx------"));
            }
            create();
            Files.writeString(file, line.strip() + "\n", StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            // The line is not remembered; that is all.
            return;
        }
    }

    private void create() throws IOException {
        try {
            Files.createFile(file, onlyOwner("rw-------"));
        } catch (FileAlreadyExistsException e) {
            // It is there from an earlier line.
            return;
        }
    }

    private static FileAttribute<?>[] onlyOwner(String permissions) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
