package io.banyan.cli.query;

import io.banyan.cli.output.Texts;
import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.Given;
import io.banyan.graph.io.GivenReader;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.RExecution;
import io.banyan.graph.io.RReader;
import io.banyan.rset.IdSet;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads resources that were given to jobs from files. All methods refuse a file that cannot be read, or says something else. */
final class ResourceFiles {
    /** Makes a value of a file's content. */
    private interface Reader<T> {
        T read(InputStream in, String source) throws GraphException, IOException;
    }

    private ResourceFiles() {}

    static Subgraph subgraph(String file) throws QueryFailure, GraphException {
        return read(file, JgfReader::read);
    }

    static RExecution execution(String file) throws QueryFailure, GraphException {
        return read(file, RReader::read);
    }

    static IdSet ranks(String file) throws QueryFailure, GraphException {
        return read(file, RReader::readRanks);
    }

    private static <T> T read(String file, Reader<T> reader) throws QueryFailure, GraphException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(file)))) {
            return reader.read(in, file);
        } catch (IOException e) {
            throw new QueryFailure(file + ": " + Texts.reason(e));
        }
    }

    static Given given(String file) throws QueryFailure, GraphException {
        return read(file, GivenReader::read);
    }

    static QueryFailure unknownFormat(String known, String name) {
        return new QueryFailure("a format is " + known + ", found '" + name + "'");
    }
}
