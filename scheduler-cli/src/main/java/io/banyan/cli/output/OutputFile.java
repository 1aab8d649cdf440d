package io.banyan.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A file that a command is to write. */
public final class OutputFile {
    private OutputFile() {}

    /**
     * The file, where it could be written; asked before the work is done.
     *
     * @throws CommandFailure where it is a directory or may not be written, or there is no directory that could have it
     */
    public static Path checked(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || directory == null) {
            throw CommandFailure.no(file + " is a directory; expected a file to write.");
        }
        if (!Files.isDirectory(directory)) {
            throw CommandFailure.no("There is no directory " + directory + " to write " + file.getFileName() + " to.");
        }
        if (!Files.isWritable(Files.exists(file) ? file : directory)) {
            throw CommandFailure.no(file + ": permission denied");
        }
        return file;
    }

    /**
     * Requires that an output replaces no other input or output of the command; asked before it does either.
     *
     * @param written by the options that name them, as are the read files; null where an option was not given
     * @throws CommandFailure where two are the same file, by whatever names
     */
    public static void requireApart(Map<String, @Nullable Path> read, Map<String, @Nullable Path> written) {
        Map<Path, String> uses = new HashMap<>();
        read.forEach((option, path) -> {
            if (path != null && !isNoFile(path)) {
                uses.putIfAbsent(real(path), option + " reads");
            }
        });
        written.forEach((option, path) -> {
            String use = path == null || isNoFile(path) ? null : uses.putIfAbsent(real(path), option + " writes");
            if (use != null) {
                throw CommandFailure.wrongUse(option + " " + path + ", which " + use + ", would be overwritten.");
            }
        });
    }

    /** Whether the path is no regular file, such as a terminal or a pipe, which keep nothing. */
    private static boolean isNoFile(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path);
    }

    /** By whatever name it was found, where it is there. */
    private static Path real(Path file) {
        Path directory = file.toAbsolutePath().normalize().getParent();
        try {
            return Files.exists(file) || directory == null
                    ? file.toRealPath()
                    : directory.toRealPath().resolve(file.getFileName());
        } catch (IOException e) {
            return file.toAbsolutePath().normalize();
        }
    }

    /**
     * Writes it.
     *
     * @throws CommandFailure where it cannot be written
     */
    public static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }

    /**
     * Makes a directory to write to, where it is missing.
     *
     * @throws CommandFailure where it cannot be made
     */
    public static void make(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw CommandFailure.no(directory + ": " + Texts.reason(e));
        }
    }
}
