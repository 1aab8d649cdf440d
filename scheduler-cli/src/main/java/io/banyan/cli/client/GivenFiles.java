package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Texts;
import io.banyan.graph.GraphException;
import io.banyan.schedule.GivenFormat;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads resources that jobs were given from files. */
final class GivenFiles {
    /** Makes a value of a file's content. */
    interface Reader<T> {
        T read(GivenFormat format, InputStream in, String source) throws GraphException, IOException;
    }

    private GivenFiles() {}

    /**
     * The resources of a file.
     *
     * @throws CommandFailure where it cannot be read or is not what its format says
     */
    static <T> T read(String format, Path file, Reader<T> reader) {
        GivenFormat known = Requests.checked(() -> GivenFormat.parse(format));
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            return reader.read(known, in, file.toString());
        } catch (GraphException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }
}
