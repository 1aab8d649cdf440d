package io.banyan.graph;

import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A subgraph in which several vertices have one path, such as two nodes of one name. In a graph a path names one
 * vertex, so each further vertex of a path is given a last part of its own: the written one, {@code @} and its rank.
 * The paths of its descendants follow.
 *
 * @param subgraph with different paths
 * @param written by containment path: the last part as it was written, of each vertex that was given another one
 */
record SharedPaths(Subgraph subgraph, Map<String, String> written) {
    /**
     * The subgraph with duplicate paths made distinct. Input that breaks the rules of {@link ResourceGraph#attach}
     * stays unchanged. O(vertices x depth + edges).
     */
    static SharedPaths apart(Subgraph subgraph) {
        return areShared(subgraph) ? new Separation(subgraph).run() : new SharedPaths(subgraph, Map.of());
    }

    private static boolean areShared(Subgraph subgraph) {
        Map<Subsystem, PathPositions> seen = new HashMap<>();
        int most = subgraph.vertices().size();
        for (SubgraphVertex vertex : subgraph.vertices()) {
            for (Map.Entry<Subsystem, String> path : vertex.paths().entrySet()) {
                PathPositions paths = seen.computeIfAbsent(path.getKey(), ignored -> new PathPositions(most));
                if (paths.putIfAbsent(path.getValue(), 0) >= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The last parts of the paths of one parent's children. */
    static final class SiblingNames {
        private final Set<String> taken = new HashSet<>();
        /**
         * By the name with the first suffix that was tried: a suffix below which all from the first one on are taken.
         */
        private final Map<String, Long> nextSuffixes = new HashMap<>();

        private long looked;

        void take(String name) {
            taken.add(name);
        }

        /** The number of suffixes that were tried and already taken so far. */
        long looked() {
            return looked;
        }

        /**
         * The name as it is written, or with the lowest suffix from this one on with which no sibling has it. O(names
         * that were taken since it was asked before).
         */
        static String freeIn(List<SiblingNames> all, String written, long first) {
            if (all.stream().noneMatch(of -> of.taken.contains(written))) {
                return written;
            }
            long suffix = first;
            long before;
            do {
                before = suffix;
                for (SiblingNames of : all) {
                    suffix = of.nextSuffix(written, first, suffix);
                }
            } while (suffix != before);
            return written + "@" + suffix;
        }

        /** The lowest suffix from one on with which this name is free here, where none below it is free in all. */
        private long nextSuffix(String written, long first, long from) {
            String key = written + "@" + first;
            long known = nextSuffixes.getOrDefault(key, first);
            long suffix = Math.max(from, known);
            while (taken.contains(written + "@" + suffix)) {
                suffix++;
                looked++;
            }
            if (from <= known) {
                nextSuffixes.put(key, suffix);
            }
            return suffix;
        }
    }

    /** The work on one subgraph. */
    private static final class Separation {
        private final Subgraph subgraph;
        private final List<SubgraphVertex> vertices;
        /** By position: the positions of the parents, by subsystem. */
        private final List<Map<Subsystem, Integer>> parents = new ArrayList<>();
        /** By position: the last part of all paths. */
        private final List<String> segments = new ArrayList<>();

        private final Map<String, String> written = new HashMap<>();

        Separation(Subgraph subgraph) {
            this.subgraph = subgraph;
            this.vertices = subgraph.vertices();
        }

        SharedPaths run() {
            for (SubgraphVertex vertex : vertices) {
                String path = vertex.paths().values().iterator().next();
                segments.add(path.substring(path.lastIndexOf('/') + 1));
                parents.add(new HashMap<>());
            }
            for (SubgraphEdge edge : subgraph.edges()) {
                if (vertices.get(edge.target()).isChildOf(vertices.get(edge.source()), edge.subsystem())) {
                    parents.get(edge.target()).putIfAbsent(edge.subsystem(), edge.source());
                }
            }
            nameSiblings();
            List<SubgraphVertex> separated = new ArrayList<>(vertices.size());
            for (int i = 0; i < vertices.size(); i++) {
                separated.add(separated(i));
            }
            return new SharedPaths(new Subgraph(separated, subgraph.edges()), written);
        }

        /**
         * Gives children of one parent that are written alike different last parts. The first keeps the written path.
         */
        private void nameSiblings() {
            Map<Subsystem, Map<Integer, SiblingNames>> taken = new HashMap<>();
            for (int i = 0; i < vertices.size(); i++) {
                List<SiblingNames> siblings = new ArrayList<>();
                parents.get(i)
                        .forEach((subsystem, parent) ->
                                siblings.add(taken.computeIfAbsent(subsystem, ignored -> new HashMap<>())
                                        .computeIfAbsent(parent, ignored -> new SiblingNames())));
                String name = SiblingNames.freeIn(
                        siblings, segments.get(i), Math.max(0, vertices.get(i).rank()));
                segments.set(i, name);
                siblings.forEach(of -> of.take(name));
            }
        }

        private SubgraphVertex separated(int i) {
            SubgraphVertex vertex = vertices.get(i);
            Map<Subsystem, String> paths = new LinkedHashMap<>();
            vertex.paths().forEach((subsystem, path) -> paths.put(subsystem, path(i, subsystem, path)));
            String segment = vertex.path().substring(vertex.path().lastIndexOf('/') + 1);
            String containment = paths.getOrDefault(Subsystem.CONTAINMENT, "");
            if (!segments.get(i).equals(segment) && !containment.isEmpty()) {
                written.put(containment, segment);
            }
            return paths.equals(vertex.paths()) ? vertex : vertex.withPaths(paths);
        }

        /** From the root down: paths get longer by a part from parent to child, so there is no way round. */
        private String path(int i, Subsystem subsystem, String path) {
            Integer parent = parents.get(i).get(subsystem);
            if (parent == null) {
                return path;
            }
            String above = vertices.get(parent).paths().getOrDefault(subsystem, "");
            return path(parent, subsystem, above) + "/" + segments.get(i);
        }
    }
}
