package io.banyan.cli.output;

import io.banyan.graph.GraphException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file of resources that a command was given. */
public final class InputFile {
    /** Makes a value of a file's content. */
    @FunctionalInterface
    public interface Reader<T> {
        T read(InputStream in, String source) throws GraphException, IOException;
    }

    private InputFile() {}

    /**
     * Reads a file and returns the reader's result.
     *
     * @throws CommandFailure if it cannot be read, or has other contents than the reader expects
     */
    public static <T> T read(Path file, Reader<T> reader) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return reader.read(in, file.toString());
        } catch (GraphException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }
}
