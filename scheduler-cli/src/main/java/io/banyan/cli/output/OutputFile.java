package io.banyan.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a command is to write. */
public final class OutputFile {
    private OutputFile() {}

    /**
     * The file, where it could be written; asked before the work is done.
     *
     * @throws CommandFailure where it is a directory, or there is no directory that could have it
     */
    public static Path checked(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || directory == null) {
            throw CommandFailure.no(file + " is a directory; a file to write is expected.");
        }
        if (!Files.isDirectory(directory)) {
            throw CommandFailure.no("There is no directory " + directory + " to write " + file.getFileName() + " to.");
        }
        return file;
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
