package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.fixture.Graphs;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.resource.Subsystem;
import io.banyan.resource.Usage;
import java.io.IOException;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class PlotWriterTest {
    @Test
    void identicalSiblingsShareOneBoxThatSaysHowManyThereAre() throws Exception {
        String plot = plot(Graphs.graph("cluster { 128 node { 2 socket { 16 core, memory:64 } } }"), true);
        assertThat(labels(plot))
                .containsExactly(
                        "t: \\n ",
                        "cluster0",
                        "node[0-127]\\n×128",
                        "socket[0-1]\\n×2 each",
                        "core[0-15]\\n×16 each",
                        "memory0\\n×1 each, 64");
        assertThat(plot).contains("b0 -> b1;", "b1 -> b2;", "b2 -> b3;", "b2 -> b4;");
    }

    @Test
    void siblingsThatDifferInWhatIsBelowThemHaveBoxesOfTheirOwn() throws Exception {
        ResourceGraph graph = Graphs.graph("cluster { 3 node { core }, node { 2 core } }");
        assertThat(labels(plot(graph, true)))
                .containsExactly("t: \\n ", "cluster0", "node[0-2]\\n×3", "core0\\n×1 each", "node3", "core[0-1]\\n×2");
    }

    @Test
    void namesThatAreNotTheSameInEachAreLeftOut() throws Exception {
        // Cores are numbered 0 to 17 in the first socket and 18 to 35 in the second.
        String plot = plot(TinyGraph.graph(), true);
        assertThat(labels(plot)).contains("socket[0-1]\\n×2 each", "core\\n×18 each", "memory\\n×4 each, 2 GB");
    }

    @Test
    void siblingsOfDifferentUsageHaveBoxesAndColoursOfTheirOwn() throws Exception {
        ResourceGraph graph = Graphs.graph("cluster { 4 node }");
        int down = graph.find("/cluster0/node2");
        String plot = plot(graph, true, Optional.of(v -> v == down ? Usage.DOWN : Usage.FREE));
        assertThat(labels(plot)).containsExactly("t: \\n ", "cluster0", "node[0-1,3]\\n×3", "node2");
        assertThat(plot)
                .contains("label=\"node2\", fillcolor=\"" + PlotColours.of(Usage.DOWN) + "\"", "<td>free</td>")
                .contains("<td>down</td>")
                .doesNotContain("<td>taken</td>");
    }

    @Test
    void everyVertexHasABoxWhereThatIsAskedFor() throws Exception {
        assertThat(labels(plot(Graphs.graph("cluster { 2 node { 2 core } }"), false)))
                .containsExactly("t: \\n ", "cluster0", "node0", "core0", "core1", "node1", "core0", "core1");
    }

    @Test
    void beginsAtTheVertexThatIsNamed() throws Exception {
        ResourceGraph graph = Graphs.graph("cluster { 2 node { 2 core } }");
        var plan =
                new PlotWriter.Plan(graph.find("/cluster0/node1"), Subsystem.CONTAINMENT, Optional.empty(), true, "t:");
        var out = new StringBuilder();
        PlotWriter.write(graph, plan, out);
        assertThat(labels(out.toString())).containsExactly("t:\\n ", "node1", "core[0-1]\\n×2");
    }

    @Test
    void refusesAPictureThatNobodyCanRead() throws Exception {
        ResourceGraph graph = Graphs.graph("cluster { " + PlotWriter.MAX_BOXES + " node }");
        assertThat(labels(plot(graph, true))).hasSize(3);
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> plot(graph, false))
                .withMessage("The picture would have more than 2000 boxes, which is the limit.");
    }

    @Test
    void namesThatHostsCannotHaveAreShownToo() throws Exception {
        ResourceGraph graph = TinyGraph.read(TinyGraph.recipe("""
                <node id="c"><data key="root">1</data><data key="type">cluster</data><data key="basename">a "big", one</data></node>
                <node id="n"><data key="type">node</data><data key="basename">x,</data></node>
                <edge source="c" target="n"><data key="multi_scale">3</data></edge>
                """));
        assertThat(plot(graph, true)).contains("label=\"a \\\"big\\\", one0\"", "label=\"x,0 … x,2\\n×3\"");
    }

    private static String plot(ResourceGraph graph, boolean folded) throws IOException, GraphException {
        return plot(graph, folded, Optional.empty());
    }

    private static String plot(ResourceGraph graph, boolean folded, Optional<IntFunction<Usage>> usages)
            throws IOException, GraphException {
        var out = new StringBuilder();
        PlotWriter.write(graph, new PlotWriter.Plan(graph.root(), Subsystem.CONTAINMENT, usages, folded, "t: "), out);
        return out.toString();
    }

    private static String[] labels(String plot) {
        return plot.lines()
                .filter(line -> line.contains("label=\""))
                .map(line -> line.replaceAll(".*[^a-z]label=\"((\\\\.|[^\"\\\\])*)\".*", "$1"))
                .toArray(String[]::new);
    }
}
