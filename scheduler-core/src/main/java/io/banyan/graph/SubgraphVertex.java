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
 * complete; {@link ResourceGraph#attach} says what is wrong with one.
 *
 * @param id the JGF id, unique in its subgraph
 * @param uniqId a number that is unique in the graph; -1 for none, and the graph that the vertex comes into then picks one
 * @param type what it is
 * @param basename the name without the number
 * @param name basename and number, or any other name
 * @param number the logical id in its scope, -1 for none
 * @param rank the execution target that it belongs to, -1 for none
 * @param size how much of the resource the vertex stands for (in a granted subgraph: how much of it was granted)
 * @param unit of the size, free text, empty for none
 * @param properties in the order of their keys; an empty value makes a tag
 * @param exclusive in a granted subgraph: whether the vertex was granted to nobody else
 * @param status up or down
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

    /** Copies the maps. */
    public SubgraphVertex {
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

    /** The name that a vertex has unless it is given another: basename and number, without the number where it is -1. */
    public static String nameOf(String basename, long number) {
        return number < 0 ? basename : basename + number;
    }

    /** The unique id that a vertex has unless it is given another: the value of its JGF id, or -1 if that is not a number. */
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

    /** How to name the vertex in a message: by its path, or by its id if it has none. */
    public String label() {
        return paths.values().stream().findFirst().orElse("the vertex with id " + id);
    }

    /** The same with another rank. */
    public SubgraphVertex withRank(int newRank) {
        return new SubgraphVertex(
                id,
                uniqId,
                type,
                basename,
                name,
                number,
                newRank,
                size,
                unit,
                properties,
                exclusive,
                status,
                paths,
                draws);
    }

    /** The same with another size. */
    public SubgraphVertex withSize(long newSize, String newUnit) {
        return new SubgraphVertex(
                id,
                uniqId,
                type,
                basename,
                name,
                number,
                rank,
                newSize,
                newUnit,
                properties,
                exclusive,
                status,
                paths,
                draws);
    }

    /** The same with other properties. */
    public SubgraphVertex withProperties(Map<String, String> newProperties) {
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
                newProperties,
                exclusive,
                status,
                paths,
                draws);
    }

    /** The same, granted exclusively or not. */
    public SubgraphVertex withExclusive(boolean newExclusive) {
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
                newExclusive,
                status,
                paths,
                draws);
    }

    /** The same, up or down. */
    public SubgraphVertex withStatus(Status newStatus) {
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
                newStatus,
                paths,
                draws);
    }

    /** The same with its size in another unit. */
    public SubgraphVertex withUnit(String newUnit) {
        return new SubgraphVertex(
                id,
                uniqId,
                type,
                basename,
                name,
                number,
                rank,
                size,
                newUnit,
                properties,
                exclusive,
                status,
                paths,
                draws);
    }

    /** The same with other paths. */
    public SubgraphVertex withPaths(Map<Subsystem, String> newPaths) {
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
                newPaths,
                draws);
    }

    /** The same, drawing so much from the pools above it. */
    public SubgraphVertex withDraws(Map<ResourceType, Long> newDraws) {
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
                newDraws);
    }
}
