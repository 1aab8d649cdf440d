package io.banyan.cli.slurm;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A subcommand of {@code banyan slurm} that passes its arguments on to one of Slurm's commands. */
@Command(hidden = true)
final class PassThroughCommand implements Callable<Integer> {
    private final Tool tool;
    private final Terminal terminal;
    private final Target target;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "PASSED ON")
    private List<String> words = List.of();

    PassThroughCommand(Tool tool, Terminal terminal, Target target) {
        this.tool = tool;
        this.terminal = terminal;
        this.target = target;
    }

    @Override
    public Integer call() {
        List<String> named = targetWords();
        if (named.isEmpty() && tool.asksSubmittersDaemon()) {
            SubmittersDaemon.environment(System.getenv()).ifPresent(target::in);
        }
        return tool.run(ToolContext.of(terminal, target, named), words);
    }

    /** The words between {@code slurm} and the name of this command. */
    private List<String> targetWords() {
        if (spec == null) {
            return List.of();
        }
        List<String> all = spec.root().commandLine().getParseResult().originalArgs();
        int begin = all.indexOf(SlurmCommands.NAME) + 1;
        int end = all.size() - words.size() - 1;
        return begin > 0 && begin <= end ? all.subList(begin, end) : List.of();
    }
}
