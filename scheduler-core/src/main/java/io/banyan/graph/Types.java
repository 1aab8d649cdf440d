package io.banyan.graph;

import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The resource types of one graph, numbered: first those that every scheduler knows, in a fixed order, then the others
 * as they are first seen. The order is visible in output (core before gpu). Types are never forgotten. All calls O(1).
 */
public final class Types {
    /** The most types that a graph can have. */
    static final int MAX_TYPES = 65_535;

    private static final List<String> SEEDED =
            List.of("cluster", "core", "socket", "gpu", "node", "rack", "slot", "xor_slot", "ssd", "storage_node");

    private final List<ResourceType> types = new ArrayList<>();
    private final Map<String, Integer> ids = new HashMap<>();

    Types() {
        SEEDED.forEach(name -> intern(new ResourceType(name)));
    }

    /** The number of a type, -1 if the graph has never seen it. */
    public int id(ResourceType type) {
        return id(type.name());
    }

    /** The number of the type with this name, -1 if the graph has never seen it. */
    public int id(String name) {
        return ids.getOrDefault(name, -1);
    }

    /** The type with this number. */
    public ResourceType type(int id) {
        return types.get(id);
    }

    /** The name of the type with this number. */
    public String name(int id) {
        return types.get(id).name();
    }

    /** How many types there are; their numbers are 0 to size - 1. */
    public int size() {
        return types.size();
    }

    /** The number of a type, given to it now if the graph has never seen it: a pruning filter may name it first. */
    public int intern(ResourceType type) {
        Integer known = ids.get(type.name());
        if (known != null) {
            return known;
        }
        if (types.size() == MAX_TYPES) {
            throw new IllegalStateException("A graph can have at most " + MAX_TYPES + " resource types.");
        }
        ids.put(type.name(), types.size());
        types.add(type);
        return types.size() - 1;
    }
}
