package io.banyan.graph.io;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

/**
 * A recipe for a cluster {@code tiny0} of a rack with 2 nodes of 2 sockets of 18 cores, a GPU and 4 pieces of memory.
 */
final class TinyGraph {
    static final String RECIPE = recipe("""
            <node id="cluster"><data key="root">1</data><data key="type">cluster</data><data key="basename">tiny</data></node>
            <node id="rack"><data key="type">rack</data></node>
            <node id="node"><data key="type">node</data></node>
            <node id="socket"><data key="type">socket</data></node>
            <node id="core"><data key="type">core</data></node>
            <node id="gpu"><data key="type">gpu</data></node>
            <node id="memory"><data key="type">memory</data><data key="size">2</data><data key="unit">GB</data></node>
            <edge source="cluster" target="rack"/>
            <edge source="rack" target="node"><data key="id_scope">1</data><data key="multi_scale">2</data></edge>
            <edge source="node" target="socket"><data key="multi_scale">2</data></edge>
            <edge source="socket" target="core"><data key="id_scope">1</data><data key="multi_scale">18</data></edge>
            <edge source="socket" target="gpu"><data key="id_scope">1</data></edge>
            <edge source="socket" target="memory"><data key="id_scope">1</data><data key="multi_scale">4</data></edge>
            """);

    private TinyGraph() {}

    /** A document around nodes and edges: with an unfinished attribute list as stray text, as such files are found. */
    static String recipe(String content) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- A recipe. -->
                <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
                    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
                <key id="root" for="node" attr.name="root" attr.type="int"><default>0</default></key>
                <graph id="recipe" edgedefault="directed">
                """ + content + """
                </graph>
                </graphml>
                """;
    }

    static ResourceGraph graph() throws GraphException {
        return read(RECIPE);
    }

    static ResourceGraph read(String recipe) throws GraphException {
        return GrugReader.read(new ByteArrayInputStream(recipe.getBytes(StandardCharsets.UTF_8)), "recipe.graphml");
    }
}
