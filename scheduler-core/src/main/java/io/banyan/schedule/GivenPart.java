package io.banyan.schedule;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.Given;
import io.banyan.graph.io.GivenReader;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.RExecution;
import io.banyan.graph.io.RReader;
import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** A part of a job's resources in a document. An immutable value. */
public sealed interface GivenPart {
    /** The vertices that are exclusive, or all where none is: JGF. */
    record Listed(Subgraph subgraph) implements GivenPart {}

    /** The vertices that are exclusive, or all where none is, with all below them: JGF shorthand. */
    record Shorthand(Subgraph subgraph) implements GivenPart {}

    /** All that the job holds of these vertices and below them, by path or by the name of a node. */
    record OfPaths(List<String> paths) implements GivenPart {
        /** Checks that there is a path. */
        public OfPaths {
            paths = List.copyOf(paths);
            if (paths.isEmpty()) {
                throw new IllegalArgumentException("no path of a vertex was given");
            }
        }
    }

    /** All that the job holds at these ranks: R. */
    record OfRanks(IdSet ranks) implements GivenPart {}

    /**
     * Returns this part of a job's resources. O(part x depth).
     *
     * @throws GraphException where the graph or the job has not got it
     */
    default PartialRelease of(JobId job, Schedule schedule) throws GraphException {
        return switch (this) {
            case Listed(Subgraph subgraph) -> PartialRelease.ofSubgraph(schedule, job, subgraph);
            case Shorthand(Subgraph subgraph) -> PartialRelease.ofShorthand(schedule, job, subgraph);
            case OfPaths(List<String> paths) -> PartialRelease.ofPaths(schedule, job, paths);
            case OfRanks(IdSet ranks) -> PartialRelease.ofRanks(schedule, job, ranks);
        };
    }

    /**
     * Reads a document.
     *
     * @throws GraphException if it does not have the form of its format
     */
    static GivenPart read(GivenFormat format, InputStream in, String source) throws GraphException, IOException {
        return switch (format) {
            case JGF -> new Listed(JgfReader.read(in, source));
            case JGF_SHORTHAND -> new Shorthand(JgfReader.read(in, source));
            case RV1EXEC -> new OfRanks(RReader.readRanks(in, source));
            case RV1 -> of(GivenReader.read(in, source));
        };
    }

    private static GivenPart of(Given given) {
        return switch (given) {
            case Given.Vertices(Subgraph subgraph, boolean shorthand) ->
                shorthand ? new Shorthand(subgraph) : new Listed(subgraph);
            case Given.Ranks(RExecution execution) ->
                new OfRanks(IdSet.of(execution.hosts().stream()
                        .mapToLong(RExecution.Host::rank)
                        .toArray()));
        };
    }
}
