package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan graph validate}: reports for each file whether it is a resource graph, and if not, why. */
@Command(
        name = "validate",
        description = "Check resource graph files.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit status: 0 all files are valid, 1 otherwise; the reasons are on standard error."})
final class GraphValidateCommand implements Callable<Integer> {
    /** The verdict on one file; the reason is empty where it is valid. */
    private record Verdict(String file, boolean valid, int vertices, int edges, String reason) {}

    private final Terminal terminal;

    @Mixin
    private final Output output;

    @Mixin
    private final FormatOption format = new FormatOption();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Graph files.")
    private List<Path> files = List.of();

    GraphValidateCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        List<Verdict> verdicts = new ArrayList<>();
        for (Path file : files) {
            Verdict verdict = verdict(file);
            verdicts.add(verdict);
            if (!verdict.valid()) {
                terminal.err().println(verdict.reason());
            }
        }
        output.print(verdicts, GraphValidateCommand::text);
        return verdicts.stream().allMatch(Verdict::valid) ? ExitStatus.DONE : ExitStatus.NO;
    }

    private Verdict verdict(Path file) {
        try {
            var graph = format.load(file);
            return new Verdict(file.toString(), true, graph.vertexCount(), graph.edgeCount(), "");
        } catch (CommandFailure e) {
            if (e.status() == ExitStatus.WRONG_USE) {
                throw e;
            }
            return new Verdict(file.toString(), false, 0, 0, String.valueOf(e.getMessage()));
        }
    }

    private static String text(List<Verdict> verdicts) {
        StringBuilder lines = new StringBuilder();
        verdicts.stream()
                .filter(Verdict::valid)
                .forEach(verdict -> lines.append(verdict.file())
                        .append(": valid, ")
                        .append(verdict.vertices())
                        .append(" vertices, ")
                        .append(verdict.edges())
                        .append(" edges\n"));
        return lines.toString();
    }
}
