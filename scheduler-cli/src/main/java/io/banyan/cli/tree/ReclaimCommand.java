package io.banyan.cli.tree;

import io.banyan.cli.call.Asked;
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
        description = "Reclaim resources from a child instance.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The child chooses what to return, beginning with resources that are free in it and in "
                    + "the instances below it. During the grace period it waits for jobs to end. It may return "
                    + "less than requested; with --force it is then ended, with all instances below it, and "
                    + "all its resources become free."
        })
public final class ReclaimCommand implements Callable<Integer> {
    /** The result of the reclaim. */
    private record Reclaimed(String outcome, String request, long job, List<String> paths, String why) {}

    @Mixin
    private final Asked asked;

    @Parameters(paramLabel = "JOBID", description = "Job of the child instance.")
    private long job;

    @Option(
            names = "--count",
            paramLabel = "TYPE=N",
            split = ",",
            description = "Amount of each resource type, such as node=2,gpu=4.")
    private List<String> counts = List.of();

    @Option(
            names = "--path",
            paramLabel = "PATH",
            description = "Reclaim exactly this vertex and everything below it. May be repeated.")
    private List<String> paths = List.of();

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            defaultValue = "0s",
            description = "Time that the child may wait for its jobs to end, such as 90s or 10m (default: none).")
    private String grace = "0s";

    @Option(
            names = "--force",
            description = "End the child if it has not returned everything by the end of the grace period.")
    private boolean force;

    @Option(
            names = "--request",
            paramLabel = "ID",
            description = "Id of this request. Repeated requests with the same id get the same answer (default: a "
                    + "new id).")
    private @Nullable String requestId;

    public ReclaimCommand(Terminal terminal) {
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
                    "expected exactly one of --count and --path, found " + (counts.isEmpty() ? "neither" : "both"));
        }
        return paths.isEmpty() ? RevokeTarget.ByCounts.of(Counts.of(counts)) : new RevokeTarget.ByPaths(paths);
    }

    private static String text(Answer.Reclaimed answer) {
        String came =
                answer.paths().isEmpty() ? "nothing was returned" : "returned: " + String.join(" ", answer.paths());
        return answer.fenced() ? came + "\njob " + answer.job() + " was ended: " + answer.why() : came;
    }
}
