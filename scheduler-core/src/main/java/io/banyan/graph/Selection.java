package io.banyan.graph;

import io.banyan.resource.ResourceType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A chosen part of a graph, in post-order (children before parents), as indices: the proposal of a match, or the holds
 * of a job. Immutable; valid as long as none of its vertices is detached. All calls O(1) unless they say otherwise.
 */
public final class Selection {
    private final int[] vertices;
    private final long[] amounts;
    private final BitSet exclusive;
    private final int[] levels;
    private final int[] inEdges;
    private final Map<Integer, String> labels;
    private final Map<Integer, Map<ResourceType, Long>> draws;

    private Selection(Builder builder) {
        // A builder whose arrays are full never writes them again: later vertices go into longer arrays.
        boolean isFull = builder.size == builder.vertices.length;
        this.vertices = isFull ? builder.vertices : Arrays.copyOf(builder.vertices, builder.size);
        this.amounts = isFull ? builder.amounts : Arrays.copyOf(builder.amounts, builder.size);
        this.levels = isFull ? builder.levels : Arrays.copyOf(builder.levels, builder.size);
        this.inEdges = isFull ? builder.inEdges : Arrays.copyOf(builder.inEdges, builder.size);
        this.exclusive = (BitSet) builder.exclusive.clone();
        this.labels = Map.copyOf(builder.labels);
        this.draws = Map.copyOf(builder.draws);
    }

    /** Returns all vertices of the containment hierarchy of a graph, each whole and exclusive. O(V). */
    public static Selection all(ResourceGraph graph) {
        var builder = new Builder();
        int[] order = graph.preOrder();
        // In pre-order a vertex's descendants follow it, so that it is due when the next vertex is not below it.
        var open = new ArrayDeque<Integer>();
        for (int v : order) {
            if (!graph.isMember(v, Subsystems.CONTAINMENT)) {
                continue;
            }
            while (!open.isEmpty() && open.element() != graph.parent(v)) {
                whole(graph, open.pop(), open.size() + 1, builder);
            }
            open.push(v);
        }
        while (!open.isEmpty()) {
            whole(graph, open.pop(), open.size() + 1, builder);
        }
        return builder.build();
    }

    private static void whole(ResourceGraph graph, int v, int level, Builder builder) {
        builder.add(v, graph.size(v), true, level, graph.inEdge(v, Subsystems.CONTAINMENT));
    }

    /** How many vertices it has; positions are 0 to size - 1. */
    public int size() {
        return vertices.length;
    }

    /** Whether nothing was chosen. */
    public boolean isEmpty() {
        return vertices.length == 0;
    }

    /** The vertex at a position. */
    public int vertex(int i) {
        return vertices[i];
    }

    /** How much of the vertex's size was chosen. */
    public long amount(int i) {
        return amounts[i];
    }

    /** Whether the vertex is exclusive. */
    public boolean exclusive(int i) {
        return exclusive.get(i);
    }

    /** The level of the vertex, 1 for a root. */
    public int level(int i) {
        return levels[i];
    }

    /** The edge by which the vertex was reached, -1 for a root. */
    public int inEdge(int i) {
        return inEdges[i];
    }

    /** The label of the request that the vertex was chosen for, if it has one. */
    public @Nullable String label(int i) {
        return labels.isEmpty() ? null : labels.get(i);
    }

    /**
     * How much of each type is drawn for the vertex from the pools above it in auxiliary subsystems; mostly nothing.
     */
    public Map<ResourceType, Long> draws(int i) {
        return draws.isEmpty() ? Map.of() : draws.getOrDefault(i, Map.of());
    }

    /** Whether anything is drawn for any vertex. */
    public boolean hasDraws() {
        return !draws.isEmpty();
    }

    /** The chosen vertices as values, in this order, each edge in the order of its child. O(size). */
    public Subgraph toSubgraph(ResourceGraph graph) {
        var values = new GraphValues(graph.store);
        List<SubgraphVertex> chosen = new ArrayList<>(size());
        List<SubgraphEdge> edges = new ArrayList<>(size());
        int[] parents = parents();
        for (int i = 0; i < size(); i++) {
            SubgraphVertex granted = values.granted(vertices[i], amounts[i], exclusive(i));
            chosen.add(draws(i).isEmpty() ? granted : granted.withDraws(draws(i)));
            if (parents[i] >= 0) {
                int s = inEdges[i] < 0 ? Subsystems.CONTAINMENT : graph.subsystem(inEdges[i]);
                edges.add(new SubgraphEdge(parents[i], i, graph.subsystems().get(s)));
            }
        }
        return new Subgraph(chosen, edges);
    }

    /**
     * By position: the position of the parent, which in post-order is the next vertex one level up; -1 for roots.
     * O(size).
     */
    public int[] parents() {
        var parents = new int[size()];
        int deepest = Arrays.stream(levels).max().orElse(0);
        var lastAtLevel = new int[deepest + 1];
        Arrays.fill(lastAtLevel, -1);
        for (int i = size() - 1; i >= 0; i--) {
            parents[i] = levels[i] <= 1 ? -1 : lastAtLevel[levels[i] - 1];
            lastAtLevel[levels[i]] = i;
        }
        return parents;
    }

    @Override
    public String toString() {
        return "Selection[" + size() + " vertices]";
    }

    /** Collects a selection in post-order. */
    public static final class Builder {
        private int[] vertices;
        private long[] amounts;
        private int[] levels;
        private int[] inEdges;
        private final BitSet exclusive = new BitSet();
        private final Map<Integer, String> labels = new HashMap<>();
        private final Map<Integer, Map<ResourceType, Long>> draws = new HashMap<>();
        private int size;

        /** An empty selection. */
        public Builder() {
            this(16);
        }

        /** An empty selection with room for so many vertices, more than which may come. */
        public Builder(int capacity) {
            vertices = new int[capacity];
            amounts = new long[capacity];
            levels = new int[capacity];
            inEdges = new int[capacity];
        }

        /** Adds a vertex after its children. Amortised O(1). */
        public Builder add(int vertex, long amount, boolean isExclusive, int level, int inEdge) {
            if (size == vertices.length) {
                int capacity = Math.max(16, size * 2);
                vertices = Arrays.copyOf(vertices, capacity);
                amounts = Arrays.copyOf(amounts, capacity);
                levels = Arrays.copyOf(levels, capacity);
                inEdges = Arrays.copyOf(inEdges, capacity);
            }
            vertices[size] = vertex;
            amounts[size] = amount;
            levels[size] = level;
            inEdges[size] = inEdge;
            exclusive.set(size, isExclusive);
            size++;
            return this;
        }

        /** Gives the vertex that was added last a label. */
        public Builder label(String label) {
            labels.put(size - 1, label);
            return this;
        }

        /** Sets the draws of the vertex that was added last; nothing is said by an empty map. */
        public Builder draws(Map<ResourceType, Long> amounts) {
            if (!amounts.isEmpty()) {
                draws.put(size - 1, Collections.unmodifiableMap(new TreeMap<>(amounts)));
            }
            return this;
        }

        /** How many vertices were added. */
        public int size() {
            return size;
        }

        /** The selection; the builder can go on. */
        public Selection build() {
            return new Selection(this);
        }
    }
}
