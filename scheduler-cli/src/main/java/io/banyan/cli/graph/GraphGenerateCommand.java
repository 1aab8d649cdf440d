package io.banyan.cli.graph;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code banyan graph generate}: writes the recipe of a graph of a given shape. */
@Command(
        name = "generate",
        description = "Write a graph recipe (GRUG) for a shape.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A shape is COUNT TYPE:SIZE:UNIT { children, separated by commas }, such as",
            "  banyan graph generate 'cluster { 2 rack { 8 node { 16 core, 2 memory:64:GB } } }'",
            "Count, size and unit are optional. Cores and all other resources are numbered",
            "consecutively within a node."
        })
final class GraphGenerateCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "SHAPE", arity = "1..*", description = "Shape, as one or several arguments.")
    private List<String> shape = List.of();

    GraphGenerateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        String text = String.join(" ", shape);
        terminal.out().print(RecipeWriter.write(ShapeParser.parse(text), text.replace("--", "- -")));
        terminal.out().flush();
        return ExitStatus.DONE;
    }
}
