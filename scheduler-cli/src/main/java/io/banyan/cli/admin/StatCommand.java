package io.banyan.cli.admin;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.Request;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banyan stat}: an instance in numbers. */
@Command(
        name = "stat",
        description = "Show statistics of an instance: graph, jobs, matches and their times, memory, grown "
                + "resources, and resources that providers did not take back.",
        mixinStandardHelpOptions = true)
public final class StatCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    public StatCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        asked.print(asked.ask(client -> client.stat(new Request.Stat(true))), StatView::text);
        return ExitStatus.DONE;
    }
}
