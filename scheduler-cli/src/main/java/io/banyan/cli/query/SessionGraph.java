package io.banyan.cli.query;

import io.banyan.cli.graph.GraphInput;
import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.GraphFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads graphs in the form that resource-query has in memory: vertices from JGF have lost their units, as the output
 * shows.
 */
final class SessionGraph {
    private SessionGraph() {}

    /**
     * The graph of a session.
     *
     * @param format the format's name, empty to detect it from the contents
     * @param allowlist the resource types to keep of hwloc topologies, empty for all
     */
    static ResourceGraph load(Path file, String format, List<String> allowlist) {
        GraphFormat known = GraphInput.format(file, format);
        if (known != GraphFormat.JGF && known != GraphFormat.JGF_SHORTHAND) {
            return GraphInput.load(file, known, allowlist);
        }
        Optional<ResourceGraph> tree = GraphInput.loadTree(file);
        if (tree.isPresent()) {
            tree.get().forgetUnits();
            return tree.get();
        }
        try {
            return ResourceGraph.ofShared(withoutUnits(GraphInput.readSharedJgf(file)));
        } catch (GraphException e) {
            throw CommandFailure.no(file + ": " + e.getMessage());
        }
    }

    /** The subgraph of a JGF file. */
    static Subgraph subgraph(Path file) {
        return withoutUnits(GraphInput.readJgf(file));
    }

    private static Subgraph withoutUnits(Subgraph read) {
        return new Subgraph(
                read.vertices().stream().map(vertex -> vertex.withUnit("")).toList(), read.edges());
    }
}
