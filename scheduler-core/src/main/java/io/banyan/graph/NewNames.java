package io.banyan.graph;

import io.banyan.resource.PrintableText;
import io.banyan.resource.ResourceType;
import io.banyan.rset.HostList;

/**
 * Checks the names of new resources: all are printable, and those of nodes can be written in an R (RFC 20), where they
 * are the names of hosts. Resources that a journal already has are not checked: they stay usable, and their names are
 * escaped on output.
 */
public final class NewNames {
    private NewNames() {}

    /**
     * Checks that the names in a subgraph that is to be attached are printable. O(vertices).
     *
     * @throws IllegalArgumentException with one sentence, if the type, name or a path of a vertex is not printable
     */
    public static void requirePrintable(Subgraph subgraph) {
        subgraph.vertices().forEach(NewNames::requirePrintable);
    }

    private static void requirePrintable(SubgraphVertex vertex) {
        requirePrintable("the resource type", vertex.type().name());
        requirePrintable("the name", vertex.name());
        vertex.paths().values().forEach(path -> requirePrintable("the path", path));
    }

    /**
     * Checks that the names of the nodes in a subgraph can be those of hosts. O(vertices).
     *
     * @throws IllegalArgumentException with one sentence, if one cannot
     */
    public static void requireHosts(Subgraph subgraph) {
        subgraph.vertices().stream()
                .filter(vertex -> vertex.type().equals(ResourceType.NODE))
                .forEach(node -> HostList.requireName(node.name()));
    }

    /**
     * Checks a graph that an instance is to begin with. O(vertices).
     *
     * @throws IllegalArgumentException with one sentence, if the type or name of a vertex is not printable, or that of
     *     a node cannot be that of a host
     */
    public static void require(ResourceGraph graph) {
        StringBuilder name = new StringBuilder();
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v)) {
                name.setLength(0);
                graph.appendName(name, v);
                requirePrintable("the name", name.toString());
                if (graph.types().type(graph.typeId(v)).equals(ResourceType.NODE)) {
                    HostList.requireName(name.toString());
                }
            }
        }
        for (int type = 0; type < graph.types().size(); type++) {
            requirePrintable("the resource type", graph.types().type(type).name());
        }
    }

    private static void requirePrintable(String what, String text) {
        PrintableText.require(what + " '" + PrintableText.escaped(text) + "' of a vertex", text);
    }
}
