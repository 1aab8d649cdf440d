package io.banyan.cli.query;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.DotWriter;
import io.banyan.graph.io.GraphmlWriter;
import io.banyan.instance.Instance;
import io.banyan.resource.Usage;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes a session's graph at its end, as the options {@code -g} and {@code -o} ask for it. */
final class GraphOutput {
    /** The forms that resource-query names. */
    enum Format {
        DOT,
        GRAPHML;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private GraphOutput() {}

    static void write(Format format, Instance instance, Path file) throws IOException {
        ResourceGraph graph = instance.graph().orElseThrow();
        Usage[] usages = instance.usages().orElseThrow();
        try (Writer out = Files.newBufferedWriter(file)) {
            switch (format) {
                case DOT -> DotWriter.write(graph, v -> usages[v], out);
                case GRAPHML -> GraphmlWriter.write(graph, v -> usages[v], out);
            }
        }
    }
}
