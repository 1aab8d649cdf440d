package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.resource.Status;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan drain} and {@code undrain}: whether jobs get nodes. */
public final class DrainCommand {
    private DrainCommand() {}

    /** {@code banyan drain}. */
    @Command(
            name = "drain",
            description = "Drain nodes: running jobs continue, and no new jobs start. 'banyan nodes --drained' "
                    + "lists drained nodes.",
            mixinStandardHelpOptions = true,
            footer = {"", "banyan drain node7 --reason \"its fan is loud\""})
    public static final class Drain implements Callable<Integer> {
        @Mixin
        private final Nodes nodes;

        @Option(
                names = {"-r", "--reason"},
                paramLabel = "TEXT",
                required = true,
                description = "Reason, shown to users and administrators (one line).")
        private String reason = "";

        public Drain(Terminal terminal) {
            this.nodes = new Nodes(terminal);
        }

        @Override
        public Integer call() {
            if (reason.isBlank()) {
                throw CommandFailure.wrongUse("--reason must not be empty");
            }
            return nodes.set(Status.DRAINED, reason);
        }
    }

    /** {@code banyan undrain}. */
    @Command(
            name = "undrain",
            description = "Return drained, down or lost nodes to service.",
            mixinStandardHelpOptions = true)
    public static final class Undrain implements Callable<Integer> {
        @Mixin
        private final Nodes nodes;

        public Undrain(Terminal terminal) {
            this.nodes = new Nodes(terminal);
        }

        @Override
        public Integer call() {
            return nodes.set(Status.UP, "");
        }
    }

    /** The nodes, and the daemon that the command asks. */
    static final class Nodes {
        @Mixin
        private final Asked asked;

        @Parameters(
                paramLabel = "NODE",
                arity = "0..*",
                description = "Nodes or other vertices, including everything below them: names such as node7, "
                        + "node[0-3] or rack2, or paths.")
        private List<String> words = List.of();

        @Option(names = "--ranks", paramLabel = "IDSET", description = "Nodes with these first ranks, such as 0-3,7.")
        private @Nullable String ranks;

        private Nodes(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        private int set(Status status, String reason) {
            if (words.isEmpty() == (ranks == null)) {
                throw CommandFailure.wrongUse("expected either NODE or --ranks");
            }
            List<Request.SetStatus> requests = CheckedValues.value(() -> targets().stream()
                    .map(target -> new Request.SetStatus(target, status, reason))
                    .toList());
            List<Answer.StatusSet> sets = asked.ask(client -> {
                List<Answer.StatusSet> done = new ArrayList<>();
                for (Request.SetStatus request : requests) {
                    done.add(client.setStatus(request));
                }
                return done;
            });
            List<String> below = status == Status.UP ? belowOthers(sets) : List.of();
            asked.print(sets.stream().map(StatusView::of).toList(), shown -> StatusView.text(sets));
            below.forEach(path -> asked.tell("banyan: " + path
                    + " is up but not available, because a vertex above it is not up. See 'banyan nodes'."));
            return ExitStatus.DONE;
        }

        private List<VertexTarget> targets() {
            if (ranks != null) {
                return List.of(new VertexTarget.ByRanks(IdSet.parse(ranks)));
            }
            List<VertexTarget> targets = new ArrayList<>();
            List<String> names =
                    words.stream().filter(word -> !word.startsWith("/")).toList();
            if (!names.isEmpty()) {
                targets.add(new VertexTarget.ByNames(NodeNames.list(names)));
            }
            words.stream()
                    .filter(word -> word.startsWith("/"))
                    .forEach(path -> targets.add(new VertexTarget.ByPath(path)));
            return targets;
        }

        /** Returns the paths of the vertices that are up, but still not usable. */
        private List<String> belowOthers(List<Answer.StatusSet> sets) {
            return asked.ask(client -> {
                List<String> below = new ArrayList<>();
                for (Answer.StatusSet set : sets) {
                    for (String path : set.paths()) {
                        VertexStatus now = client.status(new Request.GetStatus(new VertexTarget.ByPath(path)))
                                .statuses()
                                .get(0);
                        if (now.status() == Status.UP && !now.usable()) {
                            below.add(path);
                        }
                    }
                }
                return below;
            });
        }
    }
}
