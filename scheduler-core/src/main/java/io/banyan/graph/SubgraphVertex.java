package io.banyan.graph;

import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A vertex of a {@link Subgraph}: a resource pool as JGF describes it. A value without rules of its own beyond being
 * complete; {@link ResourceGraph#attach} reports invalid ones.
 *
 * @param id the JGF id, unique in its subgraph
 * @param uniqId a number that is unique in the graph; -1 for none, and the graph that the vertex comes into then picks
 *     one
 * @param type the resource type
 * @param basename the name without the number
 * @param name basename and number, or any other name
 * @param number the logical id in its scope, -1 for none
 * @param rank the execution target that it belongs to, -1 for none
 * @param size the amount of the resource that the vertex represents (in a granted subgraph: the granted amount)
 * @param unit of the size, free text, empty for none
 * @param properties in the order of their keys; an empty value makes a tag
 * @param exclusive in a granted subgraph: whether the vertex was granted exclusively
 * @param status up or down; other statuses are set later, by other means
 * @param paths the path in each subsystem that the vertex belongs to, in a fixed order
 * @param draws in a granted subgraph: how much of each type was granted from the pools above the vertex in other
 *     subsystems, in the order of the types
 */
public record SubgraphVertex(
        String id,
        long uniqId,
        ResourceType type,
        String basename,
        String name,
        long number,
        int rank,
        long size,
        String unit,
        Map<String, String> properties,
        boolean exclusive,
        Status status,
        Map<Subsystem, String> paths,
        Map<ResourceType, Long> draws) {

    /** Copies the maps, and checks the status. */
    public SubgraphVertex {
        if (status != Status.UP && status != Status.DOWN) {
            throw new IllegalArgumentException("a new vertex must be up or down, not " + status);
        }
        properties = properties.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(properties));
        paths = paths.size() <= 1 ? Map.copyOf(paths) : Collections.unmodifiableMap(new LinkedHashMap<>(paths));
        draws = draws.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(draws));
    }

    /** A vertex that draws nothing. */
    public SubgraphVertex(
            String id,
            long uniqId,
            ResourceType type,
            String basename,
            String name,
            long number,
            int rank,
            long size,
            String unit,
            Map<String, String> properties,
            boolean exclusive,
            Status status,
            Map<Subsystem, String> paths) {
        this(
                id,
                uniqId,
                type,
                basename,
                name,
                number,
                rank,
                size,
                unit,
                properties,
                exclusive,
                status,
                paths,
                Map.of());
    }

    /** A shared pool of size 1 that is up, named after its type, with a path in the containment hierarchy. */
    public static SubgraphVertex of(String id, ResourceType type, long number, String path) {
        return new SubgraphVertex(
                id,
                uniqIdOf(id),
                type,
                type.name(),
                nameOf(type.name(), number),
                number,
                -1,
                1,
                "",
                Map.of(),
                false,
                Status.UP,
                Map.of(Subsystem.CONTAINMENT, path));
    }

    /**
     * The name that a vertex has unless it is given another: basename and number, without the number where it is -1.
     */
    public static String nameOf(String basename, long number) {
        return number < 0 ? basename : basename + number;
    }

    /**
     * The unique id that a vertex has unless it is given another: the value of its JGF id, or -1 if that is not a
     * number.
     */
    public static long uniqIdOf(String id) {
        if (id.isEmpty() || id.length() > 18 || !id.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        return Long.parseLong(id);
    }

    /** The path in the containment hierarchy, empty if the vertex is not part of it. */
    public String path() {
        return paths.getOrDefault(Subsystem.CONTAINMENT, "");
    }

    /** Whether this vertex's path in a subsystem is the other vertex's path and one more name. */
    public boolean isChildOf(SubgraphVertex other, Subsystem subsystem) {
        String path = paths.getOrDefault(subsystem, "");
        String above = other.paths.getOrDefault(subsystem, "");
        return !above.isEmpty() && path.lastIndexOf('/') == above.length() && path.startsWith(above);
    }

    /** How to name the vertex in a message: by its path, or by its id if it has none. */
    public String label() {
        return paths.values().stream().findFirst().orElse("the vertex with id " + id);
    }

    /** Returns this vertex with other ids, in the subgraph and in the graph. */
    public SubgraphVertex withIds(String newId, long newUniqId) {
        var copy = new Copy(this);
        copy.id = newId;
        copy.uniqId = newUniqId;
        return copy.build();
    }

    /** Returns this vertex with another name, which is not made of basename and number. */
    public SubgraphVertex withName(String newBasename, String newName) {
        var copy = new Copy(this);
        copy.basename = newBasename;
        copy.name = newName;
        return copy.build();
    }

    /** Returns this vertex with another rank. */
    public SubgraphVertex withRank(int newRank) {
        var copy = new Copy(this);
        copy.rank = newRank;
        return copy.build();
    }

    /** Returns this vertex with another size. */
    public SubgraphVertex withSize(long newSize, String newUnit) {
        var copy = new Copy(this);
        copy.size = newSize;
        copy.unit = newUnit;
        return copy.build();
    }

    /** Returns this vertex with its size in another unit. */
    public SubgraphVertex withUnit(String newUnit) {
        return withSize(size, newUnit);
    }

    /** Returns this vertex with other properties. */
    public SubgraphVertex withProperties(Map<String, String> newProperties) {
        var copy = new Copy(this);
        copy.properties = newProperties;
        return copy.build();
    }

    /** Returns this vertex, granted exclusively or not. */
    public SubgraphVertex withExclusive(boolean newExclusive) {
        var copy = new Copy(this);
        copy.exclusive = newExclusive;
        return copy.build();
    }

    /** Returns this vertex with other paths. */
    public SubgraphVertex withPaths(Map<Subsystem, String> newPaths) {
        var copy = new Copy(this);
        copy.paths = newPaths;
        return copy.build();
    }

    /** Returns this vertex, drawing the given amounts from the pools above it. */
    public SubgraphVertex withDraws(Map<ResourceType, Long> newDraws) {
        var copy = new Copy(this);
        copy.draws = newDraws;
        return copy.build();
    }

    /** The components on the way from one vertex to one that differs in a few. */
    private static final class Copy {
        private String id;
        private long uniqId;
        private final ResourceType type;
        private String basename;
        private String name;
        private final long number;
        private int rank;
        private long size;
        private String unit;
        private Map<String, String> properties;
        private boolean exclusive;
        private final Status status;
        private Map<Subsystem, String> paths;
        private Map<ResourceType, Long> draws;

        Copy(SubgraphVertex vertex) {
            id = vertex.id;
            uniqId = vertex.uniqId;
            type = vertex.type;
            basename = vertex.basename;
            name = vertex.name;
            number = vertex.number;
            rank = vertex.rank;
            size = vertex.size;
            unit = vertex.unit;
            properties = vertex.properties;
            exclusive = vertex.exclusive;
            status = vertex.status;
            paths = vertex.paths;
            draws = vertex.draws;
        }

        SubgraphVertex build() {
            return new SubgraphVertex(
                    id,
                    uniqId,
                    type,
                    basename,
                    name,
                    number,
                    rank,
                    size,
                    unit,
                    properties,
                    exclusive,
                    status,
                    paths,
                    draws);
        }
    }
}
