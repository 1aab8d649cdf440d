package io.banyan.bench.warm;

import io.banyan.cli.output.Terminal;
import io.banyan.cli.query.QueryCommand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A session of {@code banyan query} that is run in this process, its output written to a file.
 *
 * @param graph a GRUG recipe
 * @param policy the match policy
 * @param commands the commands, one a line
 * @param output the file for its output
 */
record WarmSession(Path graph, String policy, List<String> commands, Path output) {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /**
     * How long it took.
     *
     * @param elapsed in seconds
     * @param processor of the thread that ran it, in seconds
     */
    record Times(double elapsed, double processor) {}

    /**
     * Runs it: loads the graph, reads all jobspecs, matches, prints.
     *
     * @throws IOException where the output cannot be written, or the session has failed
     */
    Times run() throws IOException {
        byte[] input = Stream.concat(commands.stream(), Stream.of("quit"))
                .collect(Collectors.joining("\n", "", "\n"))
                .getBytes(StandardCharsets.UTF_8);
        var errors = new StringWriter();
        long processorFrom = THREADS.getCurrentThreadCpuTime();
        long from = System.nanoTime();
        try (var out = new PrintWriter(Files.newBufferedWriter(output))) {
            var terminal = new Terminal(new ByteArrayInputStream(input), out, new PrintWriter(errors));
            int status = QueryCommand.create(terminal)
                    .execute("-L", graph.toString(), "-f", "grug", "-P", policy, "-F", "simple", "-d");
            if (status != 0) {
                throw new IOException("the session ended with status " + status + ": " + errors);
            }
        }
        double elapsed = (System.nanoTime() - from) / 1e9;
        return new Times(elapsed, (THREADS.getCurrentThreadCpuTime() - processorFrom) / 1e9);
    }

    /** How many jobs the last run placed, now or later. O(its output). */
    long placed() throws IOException {
        try (Stream<String> lines = Files.lines(output)) {
            return lines.filter(line -> line.startsWith("INFO: RESOURCES=")).count();
        }
    }
}
