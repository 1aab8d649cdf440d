package io.banyan.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program that takes resource-query's options and commands.
 *
 * @param name for tables and names of files
 * @param command how it is started
 */
record Engine(String name, List<String> command) {

    private static final long MOST_SECONDS = 1_800;

    /** Runs the commands over a graph; a process of its own, so always from a cold start. */
    MeasuredSession run(Path graph, String policy, List<String> commands, Path directory)
            throws IOException, InterruptedException {
        Path file = directory.resolve("commands");
        Files.write(file, Stream.concat(commands.stream(), Stream.of("quit")).toList());
        var all = new ArrayList<>(command);
        all.addAll(List.of("-L", graph.toString(), "-f", "grug", "-P", policy, "-F", "simple", "-d", "-e"));
        return MeasuredSession.run(all, file, directory.resolve(name + ".out"), MOST_SECONDS);
    }
}
