package io.banyan.cli.client;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banyan tree}: an instance and all below it. */
@Command(
        name = "tree",
        description = "Show an instance and all below it, as their heartbeats last told.",
        mixinStandardHelpOptions = true)
final class TreeCommand implements Callable<Integer> {
    @Mixin
    private final Target target = new Target();

    @Mixin
    private final Output output;

    TreeCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        output.print(target.ask(client -> client.tree()), TreeView::text);
        return ExitStatus.DONE;
    }
}
