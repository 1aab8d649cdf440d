package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.Subsystem;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JGF, the JSON graph format of RFC 4, as a stream: O(length of the text). Unknown keys are ignored; vertices of
 * the ranks under {@code free_ranks}, which a job gave back earlier, are left out with all below them. Edges from a
 * vertex to its own parent (the relation {@code in}, as graphs of Kubernetes have it beside {@code contains}) are
 * passed over. Refused are vertices without type or paths, an id or a path that occurs twice, a second root of a
 * subsystem, and edges whose ends are missing; errors name file, line and column. Whether the subgraph fits a graph is
 * that graph's matter.
 */
public final class JgfReader {
    /** The most vertices, and the most edges, of a document. */
    public static final int MAX_ELEMENTS = 20_000_000;

    /** An edge as it is written, before its ends are looked up. */
    private record WrittenEdge(String source, String target, Subsystem subsystem, int line, int column) {}

    private final JgfTokens tokens;
    private final JgfVertexReader vertexReader;
    private final JgfUniqueness.Rule uniqueness;
    private final Map<String, Integer> positions = new HashMap<>();
    private final List<SubgraphVertex> vertices = new ArrayList<>();
    private final List<WrittenEdge> edges = new ArrayList<>();
    private boolean hasGraph;
    private boolean hasScheduling;
    private String writer = "";
    private IdSet freeRanks = IdSet.empty();

    JgfReader(JgfTokens tokens) {
        this(tokens, JgfUniqueness.ofPaths());
    }

    private JgfReader(JgfTokens tokens, JgfUniqueness.Rule uniqueness) {
        this.tokens = tokens;
        this.uniqueness = uniqueness;
        this.vertexReader = new JgfVertexReader(tokens);
    }

    /**
     * Reads a document.
     *
     * @param source what to call the input in messages
     * @throws GraphException if the text is not JSON or not a graph
     * @throws IOException if the input cannot be read
     */
    public static Subgraph read(InputStream in, String source) throws GraphException, IOException {
        try (JsonParser parser = JgfTokens.JSON.createParser(in)) {
            return read(parser, source, JgfUniqueness.ofPaths());
        }
    }

    /**
     * Reads a document in which vertices can share a path, such as two nodes of one name. {@link
     * ResourceGraph#ofShared} makes a graph of it.
     *
     * @param source what to call the input in messages
     * @throws GraphException if the text is not JSON or not a graph
     * @throws IOException if the input cannot be read
     */
    public static Subgraph readShared(InputStream in, String source) throws GraphException, IOException {
        try (JsonParser parser = JgfTokens.JSON.createParser(in)) {
            return read(parser, source, JgfUniqueness.ofRoots());
        }
    }

    /**
     * Reads a document that is in memory.
     *
     * @param source what to call the input in messages
     * @throws GraphException if the text is not JSON or not a graph
     */
    public static Subgraph read(String text, String source) throws GraphException {
        try (JsonParser parser = JgfTokens.JSON.createParser(text)) {
            return read(parser, source, JgfUniqueness.ofPaths());
        } catch (IOException e) {
            throw new GraphException(source + ": " + e.getMessage(), e);
        }
    }

    private static Subgraph read(JsonParser parser, String source, JgfUniqueness.Rule uniqueness)
            throws GraphException, IOException {
        try {
            return new JgfReader(new JgfTokens(parser, source), uniqueness).document();
        } catch (JsonProcessingException e) {
            throw JgfTokens.malformed(e, parser, source);
        }
    }

    private Subgraph document() throws IOException, GraphException {
        tokens.next();
        tokens.require(JsonToken.START_OBJECT, "an object with the key 'graph'");
        while (tokens.nextKey()) {
            readKey();
        }
        Subgraph subgraph = subgraph();
        tokens.requireEnd();
        return subgraph;
    }

    /** Reads the value of a key of the document. */
    void readKey() throws IOException, GraphException {
        switch (tokens.key()) {
            case "graph" -> {
                if (hasGraph) {
                    throw tokens.error("there is a second 'graph'");
                }
                hasGraph = true;
                readGraph();
            }
            case "writer" -> writer = tokens.scalar();
            case "free_ranks" -> freeRanks = tokens.idSet();
            case "scheduling" -> {
                hasScheduling = true;
                tokens.skip();
            }
            default -> tokens.skip();
        }
    }

    boolean hasGraph() {
        return hasGraph;
    }

    /** Returns the name of the writer of the document, empty if the document does not say. */
    String writer() {
        return writer;
    }

    /** The subgraph, when the document is at its end. */
    Subgraph subgraph() throws GraphException {
        if (!hasGraph) {
            throw tokens.error("the key 'graph' is missing"
                    + (hasScheduling ? " (maybe this is an R object: its graph is under 'scheduling')" : ""));
        }
        var subgraph = new Subgraph(vertices, resolveEdges());
        return freeRanks.isEmpty() ? subgraph : FreeRanks.without(subgraph, freeRanks);
    }

    private void readGraph() throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, "an object with the keys 'nodes' and 'edges'");
        boolean hasNodes = false;
        while (tokens.nextKey()) {
            switch (tokens.key()) {
                case "nodes" -> {
                    hasNodes = true;
                    readNodes();
                }
                case "edges" -> readEdges();
                default -> tokens.skip();
            }
        }
        if (!hasNodes) {
            throw tokens.error("the key 'nodes' is missing in 'graph'");
        }
    }

    private void readNodes() throws IOException, GraphException {
        tokens.require(JsonToken.START_ARRAY, "an array of nodes");
        while (tokens.next() != JsonToken.END_ARRAY) {
            tokens.require(JsonToken.START_OBJECT, "a node");
            int line = tokens.line();
            int column = tokens.column();
            SubgraphVertex vertex = vertexReader.read();
            if (positions.putIfAbsent(vertex.id(), vertices.size()) != null) {
                throw tokens.error(line, column, "there are two nodes with the id '" + vertex.id() + "'");
            }
            String problem = uniqueness.problemWith(vertex);
            if (!problem.isEmpty()) {
                throw tokens.error(line, column, problem);
            }
            vertices.add(vertex);
            requireRoom(vertices.size());
        }
    }

    private void readEdges() throws IOException, GraphException {
        tokens.require(JsonToken.START_ARRAY, "an array of edges");
        while (tokens.next() != JsonToken.END_ARRAY) {
            tokens.require(JsonToken.START_OBJECT, "an edge");
            edges.add(readEdge());
            requireRoom(edges.size());
        }
    }

    private void requireRoom(int elements) throws GraphException {
        if (elements > MAX_ELEMENTS) {
            throw tokens.error("there are more than " + MAX_ELEMENTS + " nodes or edges, which is the limit");
        }
    }

    private WrittenEdge readEdge() throws IOException, GraphException {
        int line = tokens.line();
        int column = tokens.column();
        String source = "";
        String target = "";
        Subsystem subsystem = Subsystem.CONTAINMENT;
        while (tokens.nextKey()) {
            switch (tokens.key()) {
                case "source" -> source = tokens.id();
                case "target" -> target = tokens.id();
                case "metadata" -> subsystem = readSubsystem();
                default -> tokens.skip();
            }
        }
        if (source.isEmpty() || target.isEmpty()) {
            throw tokens.error(line, column, "the edge has no '" + (source.isEmpty() ? "source" : "target") + "'");
        }
        return new WrittenEdge(source, target, subsystem, line, column);
    }

    private Subsystem readSubsystem() throws IOException, GraphException {
        Subsystem subsystem = Subsystem.CONTAINMENT;
        if (tokens.isNull()) {
            return subsystem;
        }
        tokens.require(JsonToken.START_OBJECT, "the metadata of an edge");
        while (tokens.nextKey()) {
            if (tokens.key().equals("subsystem") && !tokens.isNull()) {
                subsystem = vertexReader.subsystem(tokens.text());
            } else {
                tokens.skip();
            }
        }
        return subsystem;
    }

    private List<SubgraphEdge> resolveEdges() throws GraphException {
        List<SubgraphEdge> resolved = new ArrayList<>(edges.size());
        for (WrittenEdge edge : edges) {
            int source = position(edge, edge.source());
            int target = position(edge, edge.target());
            if (!vertices.get(source).isChildOf(vertices.get(target), edge.subsystem())) {
                resolved.add(new SubgraphEdge(source, target, edge.subsystem()));
            }
        }
        return resolved;
    }

    private int position(WrittenEdge edge, String id) throws GraphException {
        Integer position = positions.get(id);
        if (position == null) {
            throw tokens.error(
                    edge.line(),
                    edge.column(),
                    "the edge from '" + edge.source() + "' to '" + edge.target() + "' names a node '" + id
                            + "' that does not exist");
        }
        return position;
    }
}
