package io.banyan.cli.graph;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GrugReader;
import io.banyan.topology.NetworkKind;
import io.banyan.topology.NetworkMap;
import io.banyan.topology.Topology;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The shape of a cluster whose nodes are on a network, such as {@code grid 16x8 node { 4 core }}. */
final class NetworkShape {
    private static final String USUAL_NODE = "node { 4 core }";

    private NetworkShape() {}

    /** Whether words begin as such a shape. */
    static boolean isOne(List<String> words) {
        return NetworkKind.find(words.getFirst()).isPresent();
    }

    /**
     * The graph of a cluster, whose nodes have coordinates.
     *
     * @throws CommandFailure wrong use, where the words describe none
     */
    static ResourceGraph graph(List<String> words) {
        String word = words.getFirst();
        if (words.size() < 2) {
            throw CommandFailure.wrongUse("'" + word + "' requires the sides, such as "
                    + NetworkKind.find(word).orElseThrow().example());
        }
        Topology topology = CheckedValues.value(() -> NetworkKind.parse(word + " " + words.get(1)));
        String node = words.size() == 2 ? USUAL_NODE : String.join(" ", words.subList(2, words.size()));
        GraphShape shape = ShapeParser.parse("cluster { " + topology.nodes() + " " + node + " }");
        if (shape.children().size() != 1 || !shape.children().getFirst().isNode()) {
            throw CommandFailure.wrongUse(
                    "expected one node behind the sides, such as 'node { 4 core }', found '" + node + "'");
        }
        String recipe = RecipeWriter.write(shape, "");
        try {
            ResourceGraph graph =
                    GrugReader.read(new ByteArrayInputStream(recipe.getBytes(StandardCharsets.UTF_8)), "the shape");
            NetworkMap.write(graph, graph.root(), topology);
            return graph;
        } catch (GraphException e) {
            throw CommandFailure.wrongUse(String.valueOf(e.getMessage()));
        }
    }
}
