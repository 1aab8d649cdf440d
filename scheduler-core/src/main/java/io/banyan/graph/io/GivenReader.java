package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.banyan.graph.GraphException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the resources of a job from R or from JGF, and chooses the reader as Fluxion does: R without the key {@code
 * scheduling} by its execution part; with it, by the value of that key, whose {@code writer} states whether it is
 * shorthand. O(length of the text).
 */
public final class GivenReader {
    private static final String SHORTHAND = "fluxion:jgf_shorthand";

    private final JgfTokens tokens;
    private final RReader ranks;
    private @Nullable Given vertices;

    private GivenReader(JgfTokens tokens) {
        this.tokens = tokens;
        this.ranks = new RReader(tokens);
    }

    /**
     * Reads a document.
     *
     * @param source the name of the input in messages
     * @throws GraphException if the text is neither R of version 1 nor JGF, or was written by a writer that is not
     *     known
     * @throws IOException if the input cannot be read
     */
    public static Given read(InputStream in, String source) throws GraphException, IOException {
        try (JsonParser parser = JgfTokens.JSON.createParser(in)) {
            try {
                return new GivenReader(new JgfTokens(parser, source)).document();
            } catch (JsonProcessingException e) {
                throw JgfTokens.malformed(e, parser, source);
            }
        }
    }

    private Given document() throws IOException, GraphException {
        tokens.next();
        tokens.require(JsonToken.START_OBJECT, "R (an object with the key 'execution') or JGF (with the key 'graph')");
        var graph = new JgfReader(tokens);
        while (tokens.nextKey()) {
            switch (tokens.key()) {
                case "scheduling" -> readScheduling();
                case "graph", "writer", "free_ranks" -> graph.readKey();
                default -> ranks.readKey();
            }
        }
        Given given = graph.hasGraph() ? vertices(graph) : vertices;
        if (given == null) {
            given = new Given.Ranks(ranks.execution());
        }
        tokens.requireEnd();
        return given;
    }

    private void readScheduling() throws IOException, GraphException {
        if (tokens.isNull()) {
            return;
        }
        tokens.require(JsonToken.START_OBJECT, "an object with the key 'graph'");
        var graph = new JgfReader(tokens);
        while (tokens.nextKey()) {
            graph.readKey();
        }
        vertices = vertices(graph);
    }

    private Given vertices(JgfReader graph) throws GraphException {
        return new Given.Vertices(
                graph.subgraph(),
                switch (graph.writer()) {
                    case "", "fluxion", "fluxion:", "fluxion:jgf" -> false;
                    case SHORTHAND -> true;
                    default ->
                        throw tokens.error("the writer '" + graph.writer()
                                + "' is unknown; expected fluxion, fluxion:jgf or " + SHORTHAND);
                });
    }
}
