package io.banyan.rpc.execute;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.Divisible;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * The containment tree of a job's resources, and the parts that belong to no slot yet. Vertices are named by their
 * positions in the subgraph. Children stand in the order of their ranks and numbers. One thread uses it.
 */
final class HeldTree {
    private static final Set<String> NODES = Set.of("node", "storage_node");

    private final List<SubgraphVertex> vertices;
    private final int[] parents;
    private final List<List<Integer>> children = new ArrayList<>();
    private final List<Integer> roots = new ArrayList<>();
    private final long[] left;
    /** How many vertices at or below each one belong to a slot. */
    private final int[] taken;

    HeldTree(Subgraph held) {
        vertices = held.vertices();
        parents = new int[vertices.size()];
        taken = new int[vertices.size()];
        left = vertices.stream().mapToLong(SubgraphVertex::size).toArray();
        Arrays.fill(parents, -1);
        vertices.forEach(vertex -> children.add(new ArrayList<>()));
        for (SubgraphEdge edge : held.edges()) {
            if (edge.subsystem().equals(Subsystem.CONTAINMENT) && parents[edge.target()] < 0) {
                parents[edge.target()] = edge.source();
                children.get(edge.source()).add(edge.target());
            }
        }
        Comparator<Integer> order = Comparator.comparingInt(
                        (Integer i) -> vertex(i).rank())
                .thenComparingLong(i -> vertex(i).number())
                .thenComparing(Comparator.naturalOrder());
        children.forEach(below -> below.sort(order));
        for (int i = 0; i < vertices.size(); i++) {
            if (parents[i] < 0) {
                roots.add(i);
            }
        }
        roots.sort(order);
    }

    SubgraphVertex vertex(int i) {
        return vertices.get(i);
    }

    List<Integer> roots() {
        return roots;
    }

    List<Integer> children(int i) {
        return children.get(i);
    }

    /** The types of all vertices. */
    Set<String> types() {
        return vertices.stream().map(vertex -> vertex.type().name()).collect(Collectors.toSet());
    }

    /** The name of the node that a vertex is on, or is; empty where it is on none. */
    String host(int i) {
        for (int up = i; up >= 0; up = parents[up]) {
            if (NODES.contains(vertex(up).type().name())) {
                return vertex(up).name();
            }
        }
        return "";
    }

    /** The nearest vertex of a type at or above another; -1 where there is none. */
    int above(int i, String type) {
        int up = i;
        while (up >= 0 && !vertex(up).type().name().equals(type)) {
            up = parents[up];
        }
        return up;
    }

    /** Visits a vertex and all that is below it. */
    void visit(int i, IntConsumer visitor) {
        visitor.accept(i);
        children.get(i).forEach(child -> visit(child, visitor));
    }

    /** How much of a vertex that the job has for itself belongs to no slot; nothing where something below it does. */
    long free(int i) {
        return taken[i] == 0 || granule(i) > 0 ? left(i) : 0;
    }

    /** The remaining amount of a vertex, even if slots hold resources below it. */
    long left(int i) {
        return vertex(i).exclusive() ? left[i] : 0;
    }

    /**
     * Gives so much of a vertex to a slot, with all that is below it: the whole vertex, unless it can be divided.
     * Returns how much was given.
     */
    long take(int i, long amount) {
        long granule = granule(i);
        long given = granule == 0 ? left[i] : Math.min(left[i], Math.ceilDiv(amount, granule) * granule);
        visit(i, below -> {
            left[below] -= below == i ? given : left[below];
            taken[below]++;
        });
        for (int up = parents[i]; up >= 0; up = parents[up]) {
            taken[up]++;
        }
        return given;
    }

    /** The least part of a pool that is given to a job; 0 where the vertex is given whole only. */
    private long granule(int i) {
        String divisible = vertex(i).properties().get(Divisible.PROPERTY);
        if (divisible == null || !children.get(i).isEmpty()) {
            return 0;
        }
        return Divisible.granule(divisible);
    }
}
