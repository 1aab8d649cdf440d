package io.banyan.cli.client;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.instance.VertexStatus;
import io.banyan.resource.Status;
import io.banyan.schedule.JobId;
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
        description = "Show or say whether vertices are up.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class StatusCommand {
    private StatusCommand() {}

    static CommandLine create(Terminal terminal) {
        return new CommandLine(new StatusCommand())
                .addSubcommand(new Get(terminal))
                .addSubcommand(new Set(terminal));
    }

    /** One vertex as it is printed. */
    private record Shown(String path, String status, boolean usable, List<String> saidBy) {
        static Shown of(VertexStatus status) {
            return new Shown(status.path(), JobView.lower(status.status()), status.usable(), status.saidBy());
        }

        String by() {
            return String.join(", ", saidBy);
        }
    }

    @Command(
            name = "get",
            description = "Whether vertices are up, and whether all above them are.",
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
            List<Shown> statuses = asked.ask(client -> client.status(request)).statuses().stream()
                    .map(Shown::of)
                    .toList();
            asked.print(statuses, Get::text);
            return ExitStatus.DONE;
        }

        private static String text(List<Shown> statuses) {
            boolean isSaid = statuses.stream().anyMatch(it -> !it.saidBy().isEmpty());
            Table table = new Table().left("vertex").left("status").left("usable");
            if (isSaid) {
                table.left("said by");
            }
            for (Shown it : statuses) {
                Object[] row = {it.path(), it.status(), it.usable() ? "yes" : "no", it.by()};
                table.row(isSaid ? row : Arrays.copyOf(row, row.length - 1));
            }
            return table.toString();
        }
    }

    @Command(
            name = "set",
            description = {
                "Say that vertices, with all below them, are up, or why they may not be given to jobs: drained (to become empty), "
                        + "down (broken) or lost (gone, with all that ran there). It is told to the instances below that have "
                        + "them, and to the one above.",
                "Jobs that run there are left alone, unless the vertices are lost: then it goes as their jobspecs "
                        + "(attributes.system.banyan.on-lost) or the configuration (jobs.on-lost) say."
            },
            mixinStandardHelpOptions = true)
    private static final class Set implements Callable<Integer> {
        /** What was marked. */
        private record Marked(List<String> paths, String status, List<Long> running, List<Shown> others) {}

        @Mixin
        private final Asked asked;

        @Mixin
        private final Vertices vertices = new Vertices();

        @Option(names = "--to", paramLabel = "STATUS", required = true, description = "up, drained, down or lost.")
        private Status status = Status.UP;

        Set(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        @Override
        public Integer call() {
            Request.SetStatus request = new Request.SetStatus(vertices.target(), status);
            Answer.StatusSet set = asked.ask(client -> client.setStatus(request));
            List<Long> running = set.running().stream().map(JobId::value).toList();
            List<Shown> others = set.others().stream().map(Shown::of).toList();
            asked.print(new Marked(set.paths(), JobView.lower(status), running, others), view -> text(set, others));
            return ExitStatus.DONE;
        }

        private static String text(Answer.StatusSet set, List<Shown> others) {
            StringBuilder text = new StringBuilder(JobView.lower(set.status())).append(": ");
            text.append(String.join(" ", set.paths()));
            if (!set.running().isEmpty() && set.status() != Status.UP) {
                text.append('\n').append(Vertices.named(set.running()));
                text.append(set.status() == Status.LOST ? " there: see banyan jobs" : " still there");
            }
            for (Shown it : others) {
                text.append("\nyet ").append(it.path()).append(" is ").append(it.status());
                text.append(": so says ").append(it.by().replace("here", "this instance"));
            }
            return text.toString();
        }
    }
}
