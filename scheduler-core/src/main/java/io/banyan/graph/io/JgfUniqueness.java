package io.banyan.graph.io;

import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.Subsystem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Watches that no path and no root occurs twice in a document. */
final class JgfUniqueness {
    private final Map<Subsystem, Set<String>> paths = new HashMap<>();
    private final Map<Subsystem, String> roots = new HashMap<>();

    /** What is wrong with a further vertex, without a full stop; empty if nothing is. */
    String problemWith(SubgraphVertex vertex) {
        for (Map.Entry<Subsystem, String> entry : vertex.paths().entrySet()) {
            Subsystem subsystem = entry.getKey();
            String path = entry.getValue();
            if (!paths.computeIfAbsent(subsystem, ignored -> new HashSet<>()).add(path)) {
                return "the path " + path + " occurs twice in the subsystem " + subsystem;
            }
            if (path.lastIndexOf('/') == 0) {
                String other = roots.putIfAbsent(subsystem, path);
                if (other != null) {
                    return "there are two roots of the subsystem " + subsystem + ": " + other + " and " + path;
                }
            }
        }
        return "";
    }
}
