package io.banyan.graph.io;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.resource.Usage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Folds identical siblings into one box: those of equal type, size, properties and usage, whose children are identical
 * in turn. O(V) for V vertices below the top, by giving each vertex the number of its kind from the leaves up.
 */
final class PlotFolder {
    private static final int NONE = -1;

    /** The attributes by which two vertices are of one kind. */
    private record Kind(
            int type,
            String basename,
            long size,
            String unit,
            Map<String, String> properties,
            Optional<Usage> usage,
            List<Integer> kindsBelow) {}

    /** The names by which the vertices below two vertices of one kind have the same names as well. */
    private record Names(List<String> names, List<Integer> namesBelow) {}

    private final ResourceGraph graph;
    private final int subsystem;
    private final Optional<IntFunction<Usage>> usages;
    private final boolean folded;
    private final int limit;
    private final Map<Kind, Integer> kinds = new HashMap<>();
    private final Map<Names, Integer> names = new HashMap<>();
    private final int[] kindOf;
    private final int[] namesOf;
    private int boxes;

    /**
     * Folds, or only collects, what is below a vertex.
     *
     * @param limit the most boxes
     */
    PlotFolder(ResourceGraph graph, int subsystem, Optional<IntFunction<Usage>> usages, boolean folded, int limit) {
        this.graph = graph;
        this.subsystem = subsystem;
        this.usages = usages;
        this.folded = folded;
        this.limit = limit;
        this.kindOf = new int[graph.vertexBound()];
        this.namesOf = new int[graph.vertexBound()];
        Arrays.fill(kindOf, NONE);
    }

    /**
     * The boxes of a vertex and all below it.
     *
     * @throws GraphException if there are more than the limit
     */
    PlotBox fold(int top) throws GraphException {
        if (folded) {
            classify(top);
        }
        return box(List.of(top));
    }

    private void classify(int v) {
        List<Integer> kindsBelow = new ArrayList<>();
        List<Integer> namesBelow = new ArrayList<>();
        List<String> childNames = new ArrayList<>();
        for (int child : children(v)) {
            classify(child);
            kindsBelow.add(kindOf[child]);
            namesBelow.add(namesOf[child]);
            childNames.add(graph.name(child));
        }
        kindsBelow.sort(null);
        var kind = new Kind(
                graph.typeId(v),
                graph.basename(v),
                graph.size(v),
                graph.unit(v),
                graph.properties(v),
                usages.map(function -> function.apply(v)),
                kindsBelow);
        kindOf[v] = numberOf(kinds, kind);
        namesOf[v] = numberOf(names, new Names(childNames, namesBelow));
    }

    private static <T> int numberOf(Map<T, Integer> numbers, T key) {
        Integer known = numbers.putIfAbsent(key, numbers.size());
        return known == null ? numbers.size() - 1 : known;
    }

    private PlotBox box(List<Integer> vertices) throws GraphException {
        if (++boxes > limit) {
            throw new GraphException("The picture would have more than " + limit + " boxes, which is the limit.");
        }
        int first = vertices.getFirst();
        boolean namesHold = vertices.stream().allMatch(v -> namesOf[v] == namesOf[first]);
        Map<Integer, List<Integer>> groups = new LinkedHashMap<>();
        List<PlotBox> below = new ArrayList<>();
        for (int child : children(first)) {
            int group = folded ? kindOf[child] : child;
            groups.computeIfAbsent(group, ignored -> new ArrayList<>()).add(child);
        }
        for (List<Integer> group : groups.values()) {
            below.add(box(group));
        }
        return new PlotBox(vertices, namesHold, below);
    }

    /** The vertices whose path in the subsystem goes through this one. */
    private int[] children(int v) {
        var found = new int[4];
        int count = 0;
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) == subsystem && graph.parent(child, subsystem) == v) {
                found = count == found.length ? Arrays.copyOf(found, count * 2) : found;
                found[count++] = child;
            }
        }
        return Arrays.copyOf(found, count);
    }
}
