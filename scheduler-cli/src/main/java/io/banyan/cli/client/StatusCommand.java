package io.banyan.cli.client;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.instance.VertexStatus;
import io.banyan.resource.Status;
import io.banyan.schedule.JobId;
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
    private record Shown(String path, String status, boolean usable) {}

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
                    .map(Get::shown)
                    .toList();
            asked.print(statuses, Get::text);
            return ExitStatus.DONE;
        }

        private static Shown shown(VertexStatus status) {
            return new Shown(status.path(), JobView.lower(status.status()), status.usable());
        }

        private static String text(List<Shown> statuses) {
            Table table = new Table().left("vertex").left("status").left("usable");
            statuses.forEach(it -> table.row(it.path(), it.status(), it.usable() ? "yes" : "no"));
            return table.toString();
        }
    }

    @Command(
            name = "set",
            description = "Mark vertices, with all below them, up or down. Jobs that run there are left alone.",
            mixinStandardHelpOptions = true)
    private static final class Set implements Callable<Integer> {
        /** What was marked. */
        private record Marked(List<String> paths, String status, List<Long> running) {}

        @Mixin
        private final Asked asked;

        @Mixin
        private final Vertices vertices = new Vertices();

        @Option(names = "--to", paramLabel = "STATUS", required = true, description = "${COMPLETION-CANDIDATES}.")
        private Status status = Status.UP;

        Set(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        @Override
        public Integer call() {
            Request.SetStatus request = new Request.SetStatus(vertices.target(), status);
            Answer.StatusSet set = asked.ask(client -> client.setStatus(request));
            List<Long> running = set.running().stream().map(JobId::value).toList();
            asked.print(new Marked(set.paths(), JobView.lower(status), running), view -> text(set));
            return ExitStatus.DONE;
        }

        private static String text(Answer.StatusSet set) {
            String still = set.running().isEmpty() ? "" : "\n" + Vertices.named(set.running()) + " still there";
            return JobView.lower(set.status()) + ": " + String.join(" ", set.paths()) + still;
        }
    }
}
