package io.banyan.cli.graph;

import io.banyan.graph.ResourceGraph;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The file that a command reads a graph from. */
final class GraphArgument {
    @Mixin
    private final FormatOption format = new FormatOption();

    @Parameters(paramLabel = "FILE", description = "Graph file.")
    private Path file = Path.of("");

    Path file() {
        return file;
    }

    /**
     * The graph.
     *
     * @throws io.banyan.cli.output.CommandFailure where there is none
     */
    ResourceGraph load() {
        return format.load(file);
    }
}
