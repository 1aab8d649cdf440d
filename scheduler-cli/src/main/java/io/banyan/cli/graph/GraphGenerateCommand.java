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
        description = "Write the recipe (GRUG) of a graph of the given shape.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A shape is COUNT TYPE:SIZE:UNIT { what is in each, separated by commas }, such as",
            "  banyan graph generate 'cluster { 2 rack { 8 node { 16 core, 2 memory:64:GB } } }'",
            "Count, size and unit may be left out. Cores and all else in a node are numbered",
            "through within the node."
        })
final class GraphGenerateCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "SHAPE", arity = "1..*", description = "The shape, in one word or several.")
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
