package io.banyan.cli.query;

import io.banyan.cli.output.Texts;
import io.banyan.graph.GraphException;
import io.banyan.schedule.GivenFormat;
import io.banyan.schedule.GivenPart;
import io.banyan.schedule.GivenResources;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads resources that were given to jobs from files. All methods refuse a file that cannot be read, or says something else. */
final class ResourceFiles {
    /** Makes a value of a file's content. */
    private interface Reader<T> {
        T read(GivenFormat format, InputStream in, String source) throws GraphException, IOException;
    }

    private ResourceFiles() {}

    static GivenResources resources(String format, String file) throws QueryFailure, GraphException {
        return read(format, file, GivenResources::read);
    }

    static GivenPart part(String format, String file) throws QueryFailure, GraphException {
        return read(format, file, GivenPart::read);
    }

    private static <T> T read(String format, String file, Reader<T> reader) throws QueryFailure, GraphException {
        GivenFormat known;
        try {
            known = GivenFormat.parse(format);
        } catch (IllegalArgumentException e) {
            throw QueryFailure.malformed(String.valueOf(e.getMessage()));
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(file)))) {
            return reader.read(known, in, file);
        } catch (IOException e) {
            throw new QueryFailure(file + ": " + Texts.reason(e));
        }
    }
}
