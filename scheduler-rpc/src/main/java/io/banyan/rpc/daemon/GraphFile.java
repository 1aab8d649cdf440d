package io.banyan.rpc.daemon;

import io.banyan.graph.GraphException;
import io.banyan.graph.PrintableNames;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFiles;
import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.InstanceConfig;
import io.banyan.planner.TimeWindow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The resources of the top of a tree.
 *
 * @param file that holds the graph
 * @param format of the file; empty to tell it from how the file begins
 * @param allowlist the resource types to keep of an hwloc topology; empty for all
 */
public record GraphFile(Path file, Optional<GraphFormat> format, List<String> allowlist) implements ResourceSource {
    private static final Duration HORIZON = Duration.ofDays(100 * 365);

    /** Copies the list. */
    public GraphFile {
        allowlist = List.copyOf(allowlist);
    }

    /** A file whose format shows in how it begins. */
    public static GraphFile of(Path file) {
        return new GraphFile(file, Optional.empty(), List.of());
    }

    /** The time that a new instance plans. */
    static TimeWindow horizon(long nowSec) {
        return new TimeWindow(nowSec, nowSec + HORIZON.toSeconds());
    }

    /**
     * Reads the graph of an instance.
     *
     * @throws GraphException if there is none, in one sentence
     * @throws IllegalArgumentException if it lacks a subsystem that the instance is to match, or a name in it is not printable
     */
    ResourceGraph load(InstanceConfig instance) throws GraphException {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            // Whoever opened a pipe would wait until somebody writes to it.
            throw new IllegalArgumentException(file + " is no file that can be read as a graph.");
        }
        ResourceGraph graph = load();
        PrintableNames.require(graph);
        instance.match().subsystems().requireIn(file.toString(), graph.subsystems());
        return graph;
    }

    private ResourceGraph load() throws GraphException {
        if (format.isEmpty() && allowlist.isEmpty()) {
            return GraphFiles.load(file);
        }
        GraphFormat known = format.isPresent() ? format.get() : GraphFiles.format(file);
        return known == GraphFormat.HWLOC ? GraphFiles.loadTopologies(file, allowlist) : GraphFiles.load(file, known);
    }
}
