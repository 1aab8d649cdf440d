package io.banyan.rpc.daemon;

import io.banyan.graph.GraphException;
import io.banyan.graph.NewNames;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFiles;
import io.banyan.graph.io.GraphFormat;
import io.banyan.graph.io.RExpiration;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.planner.TimeWindow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The resources of the top of a tree.
 *
 * @param file that holds the graph
 * @param format of the file; empty to detect it from the beginning of the file
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

    /** The time that a new instance plans that has its resources for good. */
    static TimeWindow horizon(long nowSec) {
        return new TimeWindow(nowSec, nowSec + HORIZON.toSeconds());
    }

    /**
     * The time that a new instance plans: for resources of an R document that says when they expire (RFC 20), until
     * then.
     *
     * @throws GraphException if they have expired, or the file cannot be read, in one sentence
     */
    TimeWindow plan(long nowSec) throws GraphException {
        TimeWindow forGood = horizon(nowSec);
        GraphFormat known = format.isPresent() ? format.get() : GraphFiles.format(file);
        boolean isR = known == GraphFormat.RV1EXEC || known == GraphFormat.RV1EXEC_FORCE;
        OptionalLong expires = isR ? RExpiration.read(file) : OptionalLong.empty();
        if (expires.isEmpty() || expires.getAsLong() >= forGood.endSec()) {
            return forGood;
        }
        if (expires.getAsLong() <= nowSec) {
            throw new GraphException("The resources of " + file + " expired at "
                    + Instant.ofEpochSecond(expires.getAsLong()) + " (execution.expiration).");
        }
        return new TimeWindow(nowSec, expires.getAsLong());
    }

    /**
     * An instance over these resources, which expire at the end of a plan that is shorter than that of resources that
     * are there for good.
     */
    static Instance root(InstanceConfig settings, ResourceGraph graph, TimeWindow plan) {
        return plan.durationSec() < HORIZON.toSeconds()
                ? Instance.expiringRoot(settings, graph, plan, ProcessProbe.INSTANCE)
                : Instance.root(settings, graph, plan, ProcessProbe.INSTANCE);
    }

    /**
     * Reads the graph of an instance.
     *
     * @throws GraphException if there is none, in one sentence
     * @throws IllegalArgumentException if it lacks a subsystem that the instance is to match, or has a
     *     {@linkplain NewNames name} that a new resource cannot have
     */
    ResourceGraph load(InstanceConfig instance) throws GraphException {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            // An open call on a pipe would block until another process writes to it.
            throw new IllegalArgumentException(file + " is not a readable graph file.");
        }
        ResourceGraph graph = load();
        NewNames.require(graph);
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
