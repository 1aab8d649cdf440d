package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.TreeBuilder;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a JGF document into a graph at once, without a value for each vertex, where the document is as Banyan and
 * Fluxion write it: a containment tree, ids that are numbers, vertices before edges. For any other document, and for
 * any error, it returns nothing, and {@link JgfReader} reads the document and reports the error. O(length of the text).
 */
final class JgfTreeReader {
    private static final String CONTAINMENT = Subsystem.CONTAINMENT.name();

    /** The mark for a number that is not stated; no number has this value. */
    private static final long UNSAID = -2;
    /** So many types are no usual graph. */
    private static final int MANY_TYPES = 10_000;

    private final JgfTokens tokens;
    private final TreeBuilder builder = new TreeBuilder();
    private final IdPositions positions = new IdPositions();
    private final Map<String, ResourceType> types = new HashMap<>();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private boolean hasGraph;

    private String type = "";
    private @Nullable String basename;
    private @Nullable String name;
    private long number;
    private long uniqId;
    private int rank;
    private long size;
    private String unit = "";
    private boolean isDown;
    private String path = "";

    private JgfTreeReader(JgfTokens tokens) {
        this.tokens = tokens;
    }

    /** Returns the error for a document that is not as usual; it gives no details, since the document is read again. */
    private static GraphException unusual() {
        return new GraphException("The document is not a plain tree.");
    }

    /**
     * Reads a document.
     *
     * @return the graph, or nothing where the document should be read by {@link JgfReader}
     * @throws IOException if the input cannot be read
     */
    static Optional<ResourceGraph> read(InputStream in, String source) throws IOException {
        try (JsonParser parser = JgfTokens.JSON.createParser(in)) {
            return new JgfTreeReader(new JgfTokens(parser, source)).document();
        } catch (GraphException | JsonProcessingException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Optional<ResourceGraph> document() throws IOException, GraphException {
        tokens.next();
        tokens.require(JsonToken.START_OBJECT, "an object with the key 'graph'");
        while (tokens.nextKey()) {
            switch (tokens.key()) {
                case "graph" -> readGraph();
                case "free_ranks" -> throw unusual();
                default -> tokens.skip();
            }
        }
        tokens.requireEnd();
        return builder.build();
    }

    private void readGraph() throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, "an object with the keys 'nodes' and 'edges'");
        if (hasGraph) {
            throw unusual();
        }
        hasGraph = true;
        while (tokens.nextKey()) {
            switch (tokens.key()) {
                case "nodes" -> readNodes();
                case "edges" -> readEdges();
                default -> tokens.skip();
            }
        }
    }

    private void readNodes() throws IOException, GraphException {
        tokens.require(JsonToken.START_ARRAY, "an array of nodes");
        while (tokens.next() != JsonToken.END_ARRAY) {
            tokens.require(JsonToken.START_OBJECT, "a node");
            readNode();
        }
    }

    private void readNode() throws IOException, GraphException {
        long id = -1;
        reset();
        while (tokens.nextKey()) {
            switch (tokens.key()) {
                case "id" -> id = tokens.numericId();
                case "metadata" -> readMetadata();
                default -> tokens.skip();
            }
        }
        if (id < 0 || type.isEmpty() || path.isEmpty() || positions.size() == JgfReader.MAX_ELEMENTS) {
            throw unusual();
        }
        ResourceType resourceType = resourceType();
        long ownUniqId = uniqId >= 0 ? uniqId : id;
        long ownNumber = number != UNSAID ? number : JgfVertexReader.numberOf(resourceType, name, ownUniqId);
        int kind = builder.kind(resourceType, basename != null ? basename : type, size, unit);
        int v = builder.add(kind, ownNumber, ownUniqId, rank, path);
        if (!positions.add(id, v)) {
            throw unusual();
        }
        if (name != null) {
            builder.setName(v, name);
        }
        if (isDown) {
            builder.setDown(v);
        }
        if (!properties.isEmpty()) {
            properties.forEach((key, value) -> builder.setProperty(v, key, value));
        }
    }

    private void reset() {
        type = "";
        basename = null;
        name = null;
        number = UNSAID;
        uniqId = -1;
        rank = -1;
        size = 1;
        unit = "";
        isDown = false;
        path = "";
        properties.clear();
    }

    private ResourceType resourceType() throws GraphException {
        ResourceType known = types.get(type);
        if (known == null) {
            if (types.size() == MANY_TYPES) {
                throw unusual();
            }
            known = new ResourceType(type);
            types.put(type, known);
        }
        return known;
    }

    private void readMetadata() throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, "the metadata of a node");
        reset();
        while (tokens.nextKey()) {
            if (!tokens.isNull()) {
                readValue();
            }
        }
    }

    private void readValue() throws IOException, GraphException {
        switch (tokens.key()) {
            case "type" -> type = tokens.text();
            case "basename" -> basename = tokens.text();
            case "name" -> name = tokens.text();
            case "id" -> number = tokens.integer(-1, Long.MAX_VALUE);
            case "uniq_id" -> uniqId = tokens.integer(0, Long.MAX_VALUE);
            case "rank" -> rank = (int) tokens.integer(-1, Integer.MAX_VALUE);
            case "size" -> size = tokens.integer(1, Long.MAX_VALUE);
            case "unit" -> unit = tokens.text();
            case "properties" -> readProperties();
            case "exclusive" -> tokens.bool();
            case "status" -> isDown = tokens.integer(0, 1) != 0;
            case "paths" -> readPath();
            case "draws" -> throw unusual();
            default -> tokens.skip();
        }
    }

    private void readProperties() throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, "an object of properties");
        properties.clear();
        while (tokens.nextKey()) {
            properties.put(tokens.key(), tokens.scalar());
            if (properties.size() > JgfVertexReader.MAX_PROPERTIES) {
                throw unusual();
            }
        }
    }

    private void readPath() throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, "an object of paths by subsystem");
        path = "";
        while (tokens.nextKey()) {
            if (!tokens.key().equals(CONTAINMENT)) {
                throw unusual();
            }
            path = tokens.text();
        }
    }

    private void readEdges() throws IOException, GraphException {
        tokens.require(JsonToken.START_ARRAY, "an array of edges");
        int edges = 0;
        while (tokens.next() != JsonToken.END_ARRAY) {
            tokens.require(JsonToken.START_OBJECT, "an edge");
            readEdge();
            if (++edges > JgfReader.MAX_ELEMENTS) {
                throw unusual();
            }
        }
    }

    private void readEdge() throws IOException, GraphException {
        int source = -1;
        int target = -1;
        while (tokens.nextKey()) {
            switch (tokens.key()) {
                case "source" -> source = positions.get(tokens.numericId());
                case "target" -> target = positions.get(tokens.numericId());
                case "metadata" -> requireContainment();
                default -> tokens.skip();
            }
        }
        if (source < 0 || target < 0) {
            throw unusual();
        }
        builder.link(source, target);
    }

    private void requireContainment() throws IOException, GraphException {
        if (tokens.isNull()) {
            return;
        }
        tokens.require(JsonToken.START_OBJECT, "the metadata of an edge");
        while (tokens.nextKey()) {
            if (tokens.key().equals("subsystem") && !tokens.isNull()) {
                if (!tokens.text().equals(CONTAINMENT)) {
                    throw unusual();
                }
            } else {
                tokens.skip();
            }
        }
    }
}
