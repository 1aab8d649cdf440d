package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.InputFile;
import io.banyan.graph.GraphException;
import io.banyan.schedule.GivenFormat;
import java.io.IOException;
import java.io.InputStream;
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
        return InputFile.read(file, (in, source) -> reader.read(known, in, source));
    }
}
