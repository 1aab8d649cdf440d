package io.banyan.cli.query;

import io.banyan.cli.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Graphs, jobspecs and sessions of {@code banyan query} in a directory of a test; {@code @} in commands stands for it.
 */
final class QueryFiles {
    static final String RULER = "INFO: =============================\n";

    private final Path directory;
    private Path graph;

    /** With a generated graph, in the language of {@code banyan graph generate}. */
    QueryFiles(Path directory, String graph) {
        this.directory = directory;
        this.graph =
                write("graph.graphml", Run.banyan("graph", "generate", graph).out());
    }

    Path write(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String read(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The sessions' graph from now on. */
    void graph(Path file) {
        graph = file;
    }

    Path path(String name) {
        return directory.resolve(name);
    }

    /** A jobspec of 100 seconds with these resources, in YAML. */
    QueryFiles jobspec(String name, String resources) {
        write(
                name + ".yaml",
                "{version: 1, tasks: [], attributes: {system: {duration: 100}}, resources: " + resources + "}");
        return this;
    }

    /** A jobspec of slots with this inside. */
    QueryFiles slots(String name, int count, String inside) {
        return jobspec(name, "[{type: slot, label: s, count: %d, with: %s}]".formatted(count, inside));
    }

    /** A session; the commands are split at semicolons. */
    Run query(String commands, String... options) {
        List<String> arguments = new ArrayList<>(List.of("query", "-L", graph.toString(), "-P", "low"));
        arguments.addAll(List.of(options));
        String input = commands.replace("@", directory + "/").replace("; ", "\n");
        return Run.banyanReading(input, arguments.toArray(String[]::new));
    }

    /** Returns the output of a session's last command. */
    String last(String commands, String... options) {
        int last = commands.lastIndexOf("; ");
        String before = last < 0 ? "" : commands.substring(0, last);
        return query(commands, options)
                .out()
                .substring(query(before, options).out().length());
    }
}
