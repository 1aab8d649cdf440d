package io.banyan.cli.slurm;

import io.banyan.cli.client.Target;
import io.banyan.cli.output.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A subcommand of {@code banyan slurm} that passes its arguments on to one of Slurm's commands. */
@Command(hidden = true)
final class PassedOn implements Callable<Integer> {
    private final Tool tool;
    private final Terminal terminal;
    private final Target target;

    @Parameters(arity = "0..*")
    private List<String> words = List.of();

    PassedOn(Tool tool, Terminal terminal, Target target) {
        this.tool = tool;
        this.terminal = terminal;
        this.target = target;
    }

    @Override
    public Integer call() {
        return tool.run(ToolContext.of(terminal, target), words);
    }
}
