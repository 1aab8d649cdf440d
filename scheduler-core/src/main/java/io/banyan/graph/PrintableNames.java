package io.banyan.graph;

import io.banyan.resource.PrintableText;

/**
 * Checks that the names in new resources are printable. Resources that a journal already has are not checked: they stay usable, and their names are escaped on output.
 */
public final class PrintableNames {
    private PrintableNames() {}

    /**
     * Checks a subgraph that is to be attached. O(vertices).
     *
     * @throws IllegalArgumentException with one sentence, if the type, name or a path of a vertex is not printable
     */
    public static void require(Subgraph subgraph) {
        subgraph.vertices().forEach(PrintableNames::require);
    }

    private static void require(SubgraphVertex vertex) {
        require("the resource type", vertex.type().name());
        require("the name", vertex.name());
        vertex.paths().values().forEach(path -> require("the path", path));
    }

    /**
     * Checks a graph that an instance is to begin with. O(vertices).
     *
     * @throws IllegalArgumentException with one sentence, if the type or name of a vertex is not printable
     */
    public static void require(ResourceGraph graph) {
        StringBuilder name = new StringBuilder();
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v)) {
                name.setLength(0);
                graph.appendName(name, v);
                require("the name", name.toString());
            }
        }
        for (int type = 0; type < graph.types().size(); type++) {
            require("the resource type", graph.types().type(type).name());
        }
    }

    private static void require(String what, String text) {
        PrintableText.require(what + " '" + PrintableText.escaped(text) + "' of a vertex", text);
    }
}
