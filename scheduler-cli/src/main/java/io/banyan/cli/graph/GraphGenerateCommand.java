package io.banyan.cli.graph;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.io.JgfWriter;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code banyan graph generate}: writes the recipe of a graph of a given shape, or the graph of a network. */
@Command(
        name = "generate",
        description = "Write a graph recipe (GRUG) for a shape, or the graph (JGF) of a network.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A shape is COUNT TYPE:SIZE:UNIT { children, separated by commas }, such as",
            "  banyan graph generate 'cluster { 2 rack { 8 node { 16 core, memory:64:GB } } }'",
            "Count, size and unit are optional. Cores and all other resources are",
            "numbered consecutively within a node.",
            "",
            "'grid' and 'torus' with the sides, 'fattree' with the branches of each level",
            "and the nodes of a leaf switch, and 'dragonfly' with the groups, the routers",
            "of a group and the nodes of a router stand for a cluster whose nodes have",
            "coordinates:",
            "  banyan graph generate grid 16x8",
            "  banyan graph generate torus 4x4x4 'node { 16 core, 2 gpu }'",
            "  banyan graph generate fattree 4x4x8",
            "  banyan graph generate dragonfly 8x4x4"
        })
final class GraphGenerateCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "SHAPE", arity = "1..*", description = "Shape, as one or several arguments.")
    private List<String> shape = List.of();

    GraphGenerateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        if (NetworkShape.isOne(shape)) {
            JgfWriter.write(NetworkShape.graph(shape), terminal.out());
            terminal.out().println();
            terminal.out().flush();
            return ExitStatus.DONE;
        }
        String text = String.join(" ", shape);
        terminal.out().print(RecipeWriter.write(ShapeParser.parse(text), text.replace("--", "- -")));
        terminal.out().flush();
        return ExitStatus.DONE;
    }
}
