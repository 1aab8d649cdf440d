package io.banyan.cli.resources;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.Formats;
import io.banyan.cli.call.GivenArguments;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.InputFile;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.GivenResources;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan resource}: the commands that change the resources of a running daemon. */
@Command(
        name = "resource",
        description = "Add resources to the graph of a daemon, remove them, or assign given resources to a job.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "'banyan graph' reads and writes graph files without a daemon."})
public final class ResourceCommands {
    private ResourceCommands() {}

    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new ResourceCommands())
                .addSubcommand(new Add(terminal))
                .addSubcommand(new RemoveCommand(terminal))
                .addSubcommand(new Assign(terminal));
    }

    /** Adds the resources of a file to the graph of the daemon. */
    public static int add(Asked asked, Path file) {
        Subgraph subgraph = InputFile.read(file, JgfReader::read);
        if (subgraph.isEmpty()) {
            throw CommandFailure.no(file + " contains no resources. Expected at least one vertex.");
        }
        Request.Attach request = CheckedValues.value(() -> new Request.Attach(subgraph));
        Answer.Attached added = asked.ask(client -> client.attach(request));
        asked.print(
                new Added(added.vertices(), added.edges()),
                view -> "added " + view.vertices() + " vertices and " + view.edges() + " edges");
        return ExitStatus.DONE;
    }

    /**
     * Assigns given resources to a job.
     *
     * @param at the start, in seconds since the epoch; null for now
     * @param durationSec 0 for the end of the planner's horizon
     */
    public static int assign(
            Asked asked,
            GivenArguments given,
            boolean reserve,
            @Nullable Long at,
            long durationSec,
            MatchFormat format) {
        JobId job = given.job();
        GivenResources resources = given.read(GivenResources::read);
        JobRequest.Update request = CheckedValues.value(() -> new JobRequest.Update(
                job,
                reserve ? BookingKind.RESERVATION : BookingKind.ALLOCATION,
                resources,
                at == null ? OptionalLong.empty() : OptionalLong.of(at),
                durationSec,
                format));
        return asked.print(asked.ask(client -> client.update(request)), MatchView::of, MatchView::text);
    }

    /** The counts of new vertices and edges. */
    private record Added(int vertices, int edges) {}

    @Command(
            name = "add",
            description = "Add resources to the graph of the root instance.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "Existing vertices stay unchanged. A new node must have a new name. To give more resources to an instance below the root, use 'banyan grow'."
            })
    private static final class Add implements Callable<Integer> {
        @Mixin
        private final Asked asked;

        @Parameters(paramLabel = "FILE", description = "JGF file with the new vertices and their ancestors.")
        private Path file = Path.of("");

        Add(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        @Override
        public Integer call() {
            return add(asked, file);
        }
    }

    @Command(
            name = "assign",
            description = "Assign given resources to a new job with this id, without matching.",
            mixinStandardHelpOptions = true,
            footer = {"", "An R or JGF file that 'banyan match' or another scheduler has written names the resources."})
    private static final class Assign implements Callable<Integer> {
        @Mixin
        private final Asked asked;

        @Mixin
        private final Formats formats = new Formats();

        @Option(
                names = "--reserve",
                description = "Reserve the resources from --at on. A start time that has passed allocates them.")
        private boolean reserve;

        @Option(
                names = "--at",
                paramLabel = "SECONDS",
                description = "Start time, in seconds since the epoch (default: now).")
        private @Nullable Long at;

        @Option(
                names = "--duration",
                paramLabel = "SECONDS",
                description = "Duration (default: until the end of the planning horizon).")
        private long duration;

        @Mixin
        private final GivenArguments given = new GivenArguments();

        Assign(Terminal terminal) {
            this.asked = new Asked(terminal);
        }

        @Override
        public Integer call() {
            return assign(asked, given, reserve, at, duration, formats.format());
        }
    }
}
