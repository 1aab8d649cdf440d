package io.banyan.rpc.daemon;

import io.banyan.graph.io.GraphFormat;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The resources of the top of a tree.
 *
 * @param file that holds the graph
 * @param format of the file; empty to tell it from how the file begins
 */
public record GraphFile(Path file, Optional<GraphFormat> format) implements ResourceSource {
    /** A file whose format shows in how it begins. */
    public static GraphFile of(Path file) {
        return new GraphFile(file, Optional.empty());
    }
}
