package io.banyan.cli.tree;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.InstanceSummary;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan tree}: an instance and all below it. */
@Command(
        name = "tree",
        description = "Show an instance and all instances below it, as of their last heartbeats.",
        mixinStandardHelpOptions = true)
public final class TreeCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    private final Terminal terminal;

    public TreeCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
        this.terminal = terminal;
    }

    @Option(
            names = "--watch",
            description = "Show the tree again after every change, until interrupted: in place on a terminal, "
                    + "otherwise one after the other; with -o json, one line each.")
    private boolean watch;

    @Option(names = "--updates", paramLabel = "N", description = "With --watch: stop after N updates.")
    private long updates = Long.MAX_VALUE;

    @Override
    public Integer call() {
        if (updates < 1 || (updates != Long.MAX_VALUE && !watch)) {
            throw CommandFailure.wrongUse("--updates must be at least 1 and requires --watch");
        }
        if (watch) {
            new TreeWatch(asked, terminal).show(updates);
            return ExitStatus.DONE;
        }
        Answer.Tree tree = asked.ask(client -> client.tree());
        asked.print(View.of(tree), view -> TreeView.text(tree));
        return ExitStatus.DONE;
    }

    /** The instance that answers, and whether its parent is there. */
    record View(
            @JsonUnwrapped InstanceSummary root,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long parentLostSinceSec) {
        static View of(Answer.Tree tree) {
            OptionalLong since = tree.parentLostSinceSec();
            return new View(tree.root(), since.isPresent() ? since.getAsLong() : null);
        }
    }
}
