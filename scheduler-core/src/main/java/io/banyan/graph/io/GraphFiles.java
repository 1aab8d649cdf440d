package io.banyan.graph.io;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Loads graphs from files. O(size of the graph). */
public final class GraphFiles {
    private static final int BEGINNING = 4_096;

    private GraphFiles() {}

    /**
     * Loads a graph whose format shows in how the file begins.
     *
     * @throws GraphException if the file cannot be read or holds no graph, in one sentence
     */
    public static ResourceGraph load(Path file) throws GraphException {
        try (InputStream in = new BufferedInputStream(open(file), BEGINNING)) {
            in.mark(BEGINNING);
            String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8);
            in.reset();
            GraphFormat format = GraphFormat.detect(beginning)
                    .orElseThrow(() -> new GraphException(file
                            + (beginning.isBlank() ? " is empty" : " is neither XML nor a JSON object")
                            + "; a GRUG recipe or a JGF document is expected."));
            return read(in, file.toString(), format);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Loads a graph in a given format.
     *
     * @throws GraphException if the file cannot be read or holds no graph, in one sentence
     */
    public static ResourceGraph load(Path file, GraphFormat format) throws GraphException {
        try (InputStream in = open(file)) {
            return read(in, file.toString(), format);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static InputStream open(Path file) throws IOException, GraphException {
        if (Files.isDirectory(file)) {
            throw new GraphException(file + " is a directory; a file with a graph is expected.");
        }
        return Files.newInputStream(file);
    }

    private static ResourceGraph read(InputStream in, String source, GraphFormat format)
            throws GraphException, IOException {
        return switch (format) {
            case GRUG -> GrugReader.read(in, source);
            case JGF -> located(source, in);
        };
    }

    private static ResourceGraph located(String source, InputStream in) throws GraphException, IOException {
        var subgraph = JgfReader.read(in, source);
        try {
            return ResourceGraph.of(subgraph);
        } catch (GraphException e) {
            throw new GraphException(source + ": " + e.getMessage(), e);
        }
    }

    private static GraphException unreadable(Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new GraphException("There is no file " + file + ".", e);
        }
        return new GraphException("The file " + file + " cannot be read: " + e.getMessage() + ".", e);
    }
}
