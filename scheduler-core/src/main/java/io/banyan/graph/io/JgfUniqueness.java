package io.banyan.graph.io;

import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.Subsystem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Watches that no root, and where it matters no path, occurs twice in a document. */
final class JgfUniqueness {
    /** A rule that returns the error of a further vertex, without a full stop; empty for none. */
    @FunctionalInterface
    interface Rule {
        String problemWith(SubgraphVertex vertex);
    }

    private final Map<Subsystem, Set<String>> paths = new HashMap<>();
    private final Map<Subsystem, String> roots = new HashMap<>();

    private JgfUniqueness() {}

    /** A path names one vertex of the document. */
    static Rule ofPaths() {
        var seen = new JgfUniqueness();
        return vertex -> {
            String problem = seen.problemWithPaths(vertex);
            return problem.isEmpty() ? seen.problemWithRoots(vertex) : problem;
        };
    }

    /** Vertices can share a path, as long as it is none of a root. */
    static Rule ofRoots() {
        return new JgfUniqueness()::problemWithRoots;
    }

    private String problemWithPaths(SubgraphVertex vertex) {
        for (Map.Entry<Subsystem, String> entry : vertex.paths().entrySet()) {
            if (!paths.computeIfAbsent(entry.getKey(), ignored -> new HashSet<>())
                    .add(entry.getValue())) {
                return "the path " + entry.getValue() + " occurs twice in the subsystem " + entry.getKey();
            }
        }
        return "";
    }

    private String problemWithRoots(SubgraphVertex vertex) {
        for (Map.Entry<Subsystem, String> entry : vertex.paths().entrySet()) {
            String path = entry.getValue();
            if (path.lastIndexOf('/') == 0) {
                String other = roots.putIfAbsent(entry.getKey(), path);
                if (other != null) {
                    return "there are two roots of the subsystem " + entry.getKey() + ": " + other + " and " + path;
                }
            }
        }
        return "";
    }
}
