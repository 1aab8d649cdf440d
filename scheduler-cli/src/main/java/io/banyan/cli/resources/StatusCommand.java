package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.resource.Status;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan status}: whether vertices are up, and marking them. */
@Command(
        name = "status",
        description = "Show or set the status of vertices.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class StatusCommand {
    private StatusCommand() {}

    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new StatusCommand())
                .addSubcommand(new Get(terminal))
                .addSubcommand(new Set(terminal));
    }

    @Command(
            name = "get",
            description = "Show the status of vertices and whether they are usable.",
            mixinStandardHelpOptions = true)
    private static final class Get implements Callable<Integer> {
        @Mixin
        private final Asked asked;

        @Mixin
        private final Vertices vertices = new Vertices();

        Get(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        @Override
        public Integer call() {
            Request.GetStatus request = new Request.GetStatus(vertices.target());
            List<StatusView.Shown> statuses = asked.ask(client -> client.status(request)).statuses().stream()
                    .map(StatusView.Shown::of)
                    .toList();
            asked.print(statuses, Get::text);
            return ExitStatus.DONE;
        }

        private static String text(List<StatusView.Shown> statuses) {
            boolean isSaid = statuses.stream().anyMatch(it -> !it.saidBy().isEmpty());
            Table table = new Table().left("vertex").left("status").left("usable");
            if (isSaid) {
                table.left("set by");
            }
            for (StatusView.Shown it : statuses) {
                Object[] row = {it.path(), it.status(), it.usable() ? "yes" : "no", it.who()};
                table.row(isSaid ? row : Arrays.copyOf(row, row.length - 1));
            }
            return table.toString();
        }
    }

    @Command(
            name = "set",
            description = {
                "Set the status of vertices and everything below them: up, or a status in which no jobs "
                        + "start on them: drained (jobs continue), down (broken) or lost (gone with all jobs). "
                        + "Instances below and above that have the vertices are notified.",
                "Jobs on these vertices continue, unless the vertices are lost. Then "
                        + "attributes.system.banyan.on-lost in the jobspec or jobs.on-lost in the configuration "
                        + "decides."
            },
            mixinStandardHelpOptions = true)
    private static final class Set implements Callable<Integer> {
        @Mixin
        private final Asked asked;

        @Mixin
        private final Vertices vertices = new Vertices();

        @Option(names = "--to", paramLabel = "STATUS", required = true, description = "up, drained, down or lost.")
        private Status status = Status.UP;

        @Option(
                names = {"-r", "--reason"},
                paramLabel = "TEXT",
                description = "Reason, shown to users and administrators (one line).")
        private String reason = "";

        Set(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        @Override
        public Integer call() {
            Request.SetStatus request =
                    CheckedValues.value(() -> new Request.SetStatus(vertices.target(), status, reason));
            Answer.StatusSet set = asked.ask(client -> client.setStatus(request));
            asked.print(StatusView.of(set), view -> StatusView.text(List.of(set)));
            return ExitStatus.DONE;
        }
    }
}
