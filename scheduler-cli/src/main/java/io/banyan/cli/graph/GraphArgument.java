package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.ResourceGraph;
import io.banyan.topology.NetworkMap;
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

    /**
     * The network of the graph.
     *
     * @throws CommandFailure if the graph has no topology, or a wrong one
     */
    NetworkMap network(ResourceGraph read) {
        try {
            return NetworkMap.of(read)
                    .orElseThrow(() -> CommandFailure.no(
                            file + ": the graph has no topology\nMaybe: banyan graph generate grid 16x8"));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(file + ": " + e.getMessage());
        }
    }
}
