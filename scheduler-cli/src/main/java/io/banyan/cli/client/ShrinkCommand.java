package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.instance.ShrinkTarget;
import io.banyan.instance.Unreleased;
import io.banyan.rpc.client.ShrinkOutcome;
import io.banyan.schedule.JobId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan shrink}: gives back what a grow brought. */
@Command(
        name = "shrink",
        description = "Give back what a grow brought, at every level that it went through.",
        mixinStandardHelpOptions = true,
        footer = {"", "One of --grow, --job and PATH says what."})
final class ShrinkCommand implements Callable<Integer> {
    /** What was given back, and what of it a provider did not take. */
    private record Shrunk(String outcome, List<String> paths, List<Unreleased> unreleased) {}

    /** Why nothing was. */
    private record InUse(String outcome, List<Long> jobs, String message) {}

    @Mixin
    private final Target target = new Target();

    @Mixin
    private final Output output;

    @Option(names = "--grow", paramLabel = "ID", description = "All that the grow with this request id brought.")
    private @Nullable String grow;

    @Option(names = "--job", paramLabel = "JOBID", description = "All that was grown for this job.")
    private @Nullable Long job;

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "These vertices with all below them.")
    private List<String> paths = List.of();

    ShrinkCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        Request.Shrink request =
                Requests.checked(() -> new Request.Shrink(UUID.randomUUID().toString(), shrinkTarget()));
        return switch (target.ask(client -> client.shrink(request))) {
            case ShrinkOutcome.Done(Answer.Shrunk shrunk) -> {
                output.print(new Shrunk("shrunk", shrunk.paths(), shrunk.unreleased()), view -> text(shrunk.paths()));
                if (!shrunk.unreleased().isEmpty()) {
                    throw CommandFailure.no(shrunk.unreleased().stream()
                            .map(Unreleased::sentence)
                            .toList());
                }
                yield ExitStatus.DONE;
            }
            case ShrinkOutcome.InUse(Answer.InUse use) -> {
                output.printJson(new InUse(
                        "in_use", use.jobs().stream().map(JobId::value).toList(), use.message()));
                throw CommandFailure.no("no: " + use.message());
            }
        };
    }

    private ShrinkTarget shrinkTarget() {
        int given = (grow == null ? 0 : 1) + (job == null ? 0 : 1) + (paths.isEmpty() ? 0 : 1);
        if (given != 1) {
            throw CommandFailure.wrongUse("exactly one of --grow, --job and PATH is expected, found " + given);
        }
        if (grow != null) {
            return new ShrinkTarget.ByGrow(grow);
        }
        return job != null ? new ShrinkTarget.ByJob(new JobId(job)) : new ShrinkTarget.ByPaths(paths);
    }

    private static String text(List<String> given) {
        return given.isEmpty() ? "nothing was left to give back" : "given back: " + String.join(" ", given);
    }
}
