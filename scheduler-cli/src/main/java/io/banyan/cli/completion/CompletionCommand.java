package io.banyan.cli.completion;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code banyan completion}: prints a script that lets a shell complete the command. */
@Command(
        name = "completion",
        description = "Print a script for shell completion of banyan commands.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "bash: source <(banyan completion bash)",
            "zsh:  banyan completion zsh > a directory of $fpath/_banyan",
            "fish: banyan completion fish > ~/.config/fish/completions/banyan.fish"
        })
public final class CompletionCommand implements Callable<Integer> {
    /** The shells for which there is a script. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    private final Terminal terminal;
    private final Supplier<CommandLine> root;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    private Shell shell = Shell.BASH;

    /**
     * Makes the command.
     *
     * @param root makes the {@code banyan} command with all its subcommands
     */
    public CompletionCommand(Terminal terminal, Supplier<CommandLine> root) {
        this.terminal = terminal;
        this.root = root;
    }

    @Override
    public Integer call() {
        CommandLine whole = root.get();
        terminal.out()
                .print(
                        switch (shell) {
                            case BASH -> CompletedCommand.typedValues(AutoComplete.bash("banyan", whole));
                            case ZSH -> ZshScript.of(CompletedCommand.all(whole));
                            case FISH -> FishScript.of(CompletedCommand.all(whole));
                        });
        terminal.out().flush();
        return ExitStatus.DONE;
    }
}
