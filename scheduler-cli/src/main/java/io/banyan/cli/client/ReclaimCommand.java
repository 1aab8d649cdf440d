package io.banyan.cli.client;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.Durations;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan reclaim}: asks a child instance for resources back. */
@Command(
        name = "reclaim",
        description = "Ask a child instance for resources back.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The child chooses what it gives: first what nobody uses, in it and in the instances below it. Within the grace "
                    + "period it waits for jobs to end. It may give less; with --force it is then ended, with all below it, and "
                    + "everything that it has is free."
        })
final class ReclaimCommand implements Callable<Integer> {
    /** What came. */
    private record Reclaimed(String outcome, String request, long job, List<String> paths, String why) {}

    @Mixin
    private final Asked asked;

    @Parameters(paramLabel = "JOBID", description = "The job in which the child instance runs.")
    private long job;

    @Option(
            names = "--count",
            paramLabel = "TYPE=N",
            split = ",",
            description = "So much of a resource type, for example node=2,gpu=4.")
    private List<String> counts = List.of();

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description = "Exactly this vertex with all below it; may be repeated.")
    private List<String> paths = List.of();

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            defaultValue = "0s",
            description =
                    "How long the child may wait for its own jobs to end, such as 90s or 10m (default: not at all).")
    private String grace = "0s";

    @Option(names = "--force", description = "End the child where it has not given everything by then.")
    private boolean force;

    @Option(
            names = "--request",
            paramLabel = "ID",
            description =
                    "The id of this request; asked again with the same one, the answer is the same (default: a new one).")
    private @Nullable String requestId;

    ReclaimCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Duration waits = Durations.of("--grace", grace);
        Request.Reclaim request = CheckedValues.value(() -> new Request.Reclaim(
                requestId == null ? UUID.randomUUID().toString() : requestId,
                new JobId(job),
                target(),
                waits.toMillis(),
                force));
        Answer.Reclaimed answer = asked.ask((BanyanClient client) -> client.reclaim(request));
        String outcome = answer.fenced() ? "fenced" : answer.why().isEmpty() ? "reclaimed" : "less";
        var view = new Reclaimed(outcome, request.requestId(), job, answer.paths(), answer.why());
        asked.print(view, shown -> text(answer));
        if (!answer.why().isEmpty() && !answer.fenced()) {
            throw CommandFailure.no("No more: " + answer.why());
        }
        return ExitStatus.DONE;
    }

    private RevokeTarget target() {
        if (counts.isEmpty() == paths.isEmpty()) {
            throw CommandFailure.wrongUse(
                    "exactly one of --count and --path is expected, found " + (counts.isEmpty() ? "neither" : "both"));
        }
        return paths.isEmpty() ? RevokeTarget.ByCounts.of(Counts.of(counts)) : new RevokeTarget.ByPaths(paths);
    }

    private static String text(Answer.Reclaimed answer) {
        String came =
                answer.paths().isEmpty() ? "nothing was given back" : "given back: " + String.join(" ", answer.paths());
        return answer.fenced() ? came + "\njob " + answer.job() + " was ended for it: " + answer.why() : came;
    }
}
