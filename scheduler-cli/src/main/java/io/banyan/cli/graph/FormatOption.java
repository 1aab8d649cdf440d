package io.banyan.cli.graph;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFormat;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that says in which format graphs are read. */
final class FormatOption {
    @Option(
            names = {"-f", "--graph-format"},
            paramLabel = "FORMAT",
            description = "The file's format: " + GraphFormat.NAMES + " (default: detected from the content).")
    private String format = "";

    /**
     * The graph of a file.
     *
     * @throws io.banyan.cli.output.CommandFailure where there is none
     */
    ResourceGraph load(Path file) {
        return GraphInput.load(file, format);
    }
}
