package io.banyan.schedule;

import io.banyan.graph.GraphException;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.Given;
import io.banyan.graph.io.GivenReader;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.RExecution;
import io.banyan.graph.io.RReader;
import java.io.IOException;
import java.io.InputStream;

/** Resources that this or another scheduler gave to a job before, in a document. An immutable value. */
public sealed interface GivenResources {
    /** Every vertex that the job holds, exclusive, with its ancestors: JGF. */
    record Listed(Subgraph subgraph) implements GivenResources {}

    /** The tops of the job's resources, exclusive, with their ancestors: JGF shorthand. */
    record Shorthand(Subgraph subgraph) implements GivenResources {}

    /** Hosts by rank, with the job's resources on each: R. */
    record ByRank(RExecution execution) implements GivenResources {}

    /**
     * Returns these resources in a schedule's graph. O(holds x depth).
     *
     * @throws GraphException where the graph has not got them
     */
    default Selection in(Schedule schedule) throws GraphException {
        return switch (this) {
            case Listed(Subgraph subgraph) -> Claims.ofSubgraph(schedule, subgraph);
            case Shorthand(Subgraph subgraph) -> Claims.ofShorthand(schedule, subgraph);
            case ByRank(RExecution execution) -> Claims.ofRanks(schedule, execution);
        };
    }

    /**
     * Reads a document.
     *
     * @throws GraphException if it does not have the form of its format
     */
    static GivenResources read(GivenFormat format, InputStream in, String source) throws GraphException, IOException {
        return switch (format) {
            case JGF -> new Listed(JgfReader.read(in, source));
            case JGF_SHORTHAND -> new Shorthand(JgfReader.read(in, source));
            case RV1EXEC -> new ByRank(RReader.read(in, source));
            case RV1 -> of(GivenReader.read(in, source));
        };
    }

    private static GivenResources of(Given given) {
        return switch (given) {
            case Given.Vertices(Subgraph subgraph, boolean shorthand) ->
                shorthand ? new Shorthand(subgraph) : new Listed(subgraph);
            case Given.Ranks(RExecution execution) -> new ByRank(execution);
        };
    }
}
