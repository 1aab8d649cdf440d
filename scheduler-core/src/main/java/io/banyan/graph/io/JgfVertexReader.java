package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonToken;
import io.banyan.graph.GraphException;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one node of a JGF document and supplies the defaults. */
final class JgfVertexReader {
    static final int MAX_PROPERTIES = 10_000;

    private final JgfTokens tokens;
    private final Map<String, ResourceType> types = new HashMap<>();
    private final Map<String, Subsystem> subsystems = new HashMap<>();
    /** Basenames and units repeat: one copy of each is enough. */
    private final Map<String, String> strings = new HashMap<>();

    JgfVertexReader(JgfTokens tokens) {
        this.tokens = tokens;
    }

    /** The contents of the metadata of one node. */
    private static final class Metadata {
        private @Nullable ResourceType type;
        private @Nullable String basename;
        private @Nullable String name;
        private @Nullable Long number;
        private @Nullable Long uniqId;
        private int rank = -1;
        private long size = 1;
        private String unit = "";
        private Map<String, String> properties = Map.of();
        private boolean exclusive;
        private Status status = Status.UP;
        private Map<Subsystem, String> paths = Map.of();
        private Map<ResourceType, Long> draws = Map.of();
    }

    SubgraphVertex read() throws IOException, GraphException {
        int line = tokens.line();
        int column = tokens.column();
        String id = "";
        Metadata metadata = null;
        while (tokens.nextKey()) {
            switch (tokens.key()) {
                case "id" -> id = tokens.id();
                case "metadata" -> metadata = readMetadata();
                default -> tokens.skip();
            }
        }
        if (id.isEmpty()) {
            throw tokens.error(line, column, "the node has no 'id'");
        }
        if (metadata == null) {
            throw tokens.error(line, column, "the node '" + id + "' has no 'metadata'");
        }
        if (metadata.type == null || metadata.paths.isEmpty()) {
            throw tokens.error(
                    line, column, "the node '" + id + "' has no '" + (metadata.type == null ? "type" : "paths") + "'");
        }
        try {
            return vertex(id, metadata.type, metadata);
        } catch (IllegalArgumentException e) {
            throw tokens.error(line, column, "the node '" + id + "': " + e.getMessage());
        }
    }

    private SubgraphVertex vertex(String id, ResourceType type, Metadata metadata) {
        String basename = metadata.basename != null ? metadata.basename : type.name();
        long uniqId = metadata.uniqId != null ? metadata.uniqId : SubgraphVertex.uniqIdOf(id);
        long number = metadata.number != null ? metadata.number : numberOf(type, metadata.name, uniqId);
        String name = metadata.name != null ? metadata.name : SubgraphVertex.nameOf(basename, number);
        return new SubgraphVertex(
                id,
                uniqId,
                type,
                basename,
                name,
                number,
                metadata.rank,
                metadata.size,
                metadata.unit,
                metadata.properties,
                metadata.exclusive,
                metadata.status,
                metadata.paths,
                metadata.draws);
    }

    /**
     * The logical id of a vertex that has none: a node's is the number at the end of its name.
     *
     * @throws IllegalArgumentException if that number has more than 64 bits
     */
    static long numberOf(ResourceType type, @Nullable String name, long uniqId) {
        if (name == null || !type.equals(ResourceType.NODE)) {
            return uniqId;
        }
        long suffix = NumberedName.numberAtEnd(name);
        return suffix >= 0 ? suffix : uniqId;
    }

    private Metadata readMetadata() throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, "the metadata of a node");
        var metadata = new Metadata();
        while (tokens.nextKey()) {
            if (!tokens.isNull()) {
                readValue(metadata);
            }
        }
        return metadata;
    }

    private void readValue(Metadata metadata) throws IOException, GraphException {
        switch (tokens.key()) {
            case "type" -> metadata.type = type(tokens.text());
            case "basename" -> metadata.basename = shared(tokens.text());
            case "name" -> metadata.name = tokens.text();
            case "id" -> metadata.number = tokens.integer(-1, Long.MAX_VALUE);
            case "uniq_id" -> metadata.uniqId = tokens.integer(0, Long.MAX_VALUE);
            case "rank" -> metadata.rank = (int) tokens.integer(-1, Integer.MAX_VALUE);
            case "size" -> metadata.size = tokens.integer(1, Long.MAX_VALUE);
            case "unit" -> metadata.unit = shared(tokens.text());
            case "properties" -> metadata.properties = readProperties();
            case "exclusive" -> metadata.exclusive = tokens.bool();
            case "status" -> metadata.status = tokens.integer(0, 1) == 0 ? Status.UP : Status.DOWN;
            case "paths" -> metadata.paths = readPaths();
            case "draws" -> metadata.draws = readDraws();
            default -> tokens.skip();
        }
    }

    private Map<String, String> readProperties() throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, "an object of properties");
        Map<String, String> properties = new LinkedHashMap<>();
        while (tokens.nextKey()) {
            properties.put(tokens.key(), tokens.scalar());
            if (properties.size() > MAX_PROPERTIES) {
                throw tokens.error("the node has more than " + MAX_PROPERTIES + " properties, which is the limit");
            }
        }
        return properties;
    }

    private Map<Subsystem, String> readPaths() throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, "an object of paths by subsystem");
        Map<Subsystem, String> paths = new LinkedHashMap<>();
        while (tokens.nextKey()) {
            paths.put(subsystem(tokens.key()), tokens.text());
        }
        return paths;
    }

    private Map<ResourceType, Long> readDraws() throws IOException, GraphException {
        tokens.require(JsonToken.START_OBJECT, "an object of amounts by type");
        Map<ResourceType, Long> draws = new LinkedHashMap<>();
        while (tokens.nextKey()) {
            draws.put(type(tokens.key()), tokens.integer(1, Long.MAX_VALUE));
            if (draws.size() > MAX_PROPERTIES) {
                throw tokens.error("the node draws more than " + MAX_PROPERTIES + " types, which is the limit");
            }
        }
        return draws;
    }

    private ResourceType type(String name) throws GraphException {
        ResourceType known = types.get(name);
        if (known != null) {
            return known;
        }
        try {
            var type = new ResourceType(name);
            types.put(name, type);
            return type;
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    Subsystem subsystem(String name) throws GraphException {
        Subsystem known = subsystems.get(name);
        if (known != null) {
            return known;
        }
        try {
            var subsystem = new Subsystem(name);
            subsystems.put(name, subsystem);
            return subsystem;
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    private GraphException invalid(IllegalArgumentException e) {
        String sentence = String.valueOf(e.getMessage());
        return tokens.error(sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence);
    }

    private String shared(String string) {
        String known = strings.putIfAbsent(string, string);
        return known == null ? string : known;
    }
}
