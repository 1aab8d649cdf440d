package io.banyan.cli.tree;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.Durations;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.UseRule;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.ShrinkOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan shrink}: returns the resources of a grow. */
@Command(
        name = "shrink",
        description = "Return the resources of a grow, at every level.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exactly one of --grow, --job, --count, --idle, --unreleased, --undo and PATH selects "
                    + "the resources. Resources in use are not returned, and the answer names their jobs; "
                    + "--drain waits for these jobs and --force cancels them, also in the instances below. If "
                    + "a provider failed to take back the resources of a grow, a shrink of that grow asks "
                    + "again; 'banyan stat' lists what is left."
        })
public final class ShrinkCommand implements Callable<Integer> {
    /** The resources that were given back, and those of them that a provider did not take. */
    private record Shrunk(
            String outcome, List<String> paths, List<String> askedAgain, List<Unreleased> unreleased, String why) {}

    /** Why nothing was. */
    private record InUse(String outcome, List<Long> jobs, String message) {}

    @Mixin
    private final Asked asked;

    @Option(names = "--grow", paramLabel = "ID", description = "All resources of the grow with this request id.")
    private @Nullable String grow;

    @Option(names = "--job", paramLabel = "JOBID", description = "All resources that were grown for this job.")
    private @Nullable Long job;

    @Option(
            names = "--unreleased",
            description = "All resources that providers failed to take back; they are asked again.")
    private boolean unreleased;

    @Option(
            names = "--count",
            paramLabel = "TYPE=N",
            split = ",",
            description = "Amount of each type of grown resources, such as node=2.")
    private List<String> counts = List.of();

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            description = "Grown resources that have been idle for this time, such as 10m.")
    private @Nullable String idle;

    @Option(
            names = "--drain",
            description = "Wait for the jobs that use the resources, up to --grace; --timeout does not apply. No "
                    + "new jobs start on them.")
    private boolean drain;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description = "With --drain: maximum time to wait, such as 10m (default: unlimited).")
    private @Nullable String grace;

    @Option(names = "--force", description = "Cancel the jobs that use the resources.")
    private boolean force;

    @Option(
            names = "--request",
            paramLabel = "ID",
            description = "Id of this request. Repeated requests with the same id get the same answer (default: a "
                    + "new id).")
    private @Nullable String requestId;

    @Option(
            names = "--undo",
            paramLabel = "ID",
            description = "Cancel a waiting shrink, and return the drained resources to service.")
    private @Nullable String undo;

    @Option(
            names = "--retain",
            description = "Only take the resources from the jobs they were grown for, and keep them free in this "
                    + "instance.")
    private boolean retain;

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "Vertices, including everything below them.")
    private List<String> paths = List.of();

    public ShrinkCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        String id = requestId == null ? UUID.randomUUID().toString() : requestId;
        Request.Shrink request =
                CheckedValues.value(() -> new Request.Shrink(id, shrinkTarget(), rule(), waitMillis(), retain));
        if (drain) {
            asked.tell("waiting for jobs that use the resources; 'banyan shrink --undo " + id + "' cancels the shrink");
        }
        return switch (asked.ask(client -> client.shrink(request))) {
            case ShrinkOutcome.Done(Answer.Shrunk shrunk) -> {
                asked.print(
                        new Shrunk(
                                undo != null ? "undone" : retain ? "retained" : "shrunk",
                                shrunk.paths(),
                                shrunk.askedAgain(),
                                shrunk.unreleased(),
                                shrunk.why()),
                        view -> text(shrunk));
                if (!shrunk.unreleased().isEmpty()) {
                    throw CommandFailure.no(shrunk.unreleased().stream()
                            .map(Unreleased::sentence)
                            .toList());
                }
                if (!shrunk.why().isEmpty() && undo == null) {
                    throw CommandFailure.no("No more: " + shrunk.why());
                }
                yield ExitStatus.DONE;
            }
            case ShrinkOutcome.InUse(Answer.InUse use) -> {
                asked.printData(new InUse(
                        "in_use", use.jobs().stream().map(JobId::value).toList(), use.message()));
                throw CommandFailure.no("No: " + use.message());
            }
        };
    }

    private UseRule rule() {
        if (drain && force) {
            throw CommandFailure.wrongUse("--drain waits for jobs and --force cancels them: use only one of them");
        }
        if (undo != null && (drain || force || retain)) {
            throw CommandFailure.wrongUse("--undo cannot be used with --drain, --force or --retain");
        }
        return drain ? UseRule.AWAIT : force ? UseRule.CANCEL : UseRule.SPARE;
    }

    private long waitMillis() {
        if (grace != null && !drain) {
            throw CommandFailure.wrongUse("--grace requires --drain");
        }
        return grace == null ? 0 : Durations.of("--grace", grace).toMillis();
    }

    private ShrinkTarget shrinkTarget() {
        List<ShrinkTarget> given = new ArrayList<>();
        if (grow != null) {
            given.add(new ShrinkTarget.ByGrow(grow));
        }
        if (job != null) {
            given.add(new ShrinkTarget.ByJob(new JobId(job)));
        }
        if (!counts.isEmpty()) {
            given.add(new ShrinkTarget.ByCount(RevokeTarget.ByCounts.of(Counts.of(counts))));
        }
        if (idle != null) {
            given.add(new ShrinkTarget.ByIdle(Durations.of("--idle", idle).toMillis()));
        }
        if (unreleased) {
            given.add(new ShrinkTarget.Unreleased());
        }
        if (!paths.isEmpty()) {
            given.add(new ShrinkTarget.ByPaths(paths));
        }
        if (undo != null) {
            given.add(new ShrinkTarget.Undo(undo));
        }
        if (given.size() != 1) {
            throw CommandFailure.wrongUse(
                    "expected exactly one of --grow, --job, --count, --idle, --unreleased, --undo and PATH, " + "found "
                            + given.size());
        }
        return given.get(0);
    }

    /** Returns the text about the returned resources; failures are printed on standard error. */
    private String text(Answer.Shrunk shrunk) {
        if (undo != null) {
            return "shrink " + undo + " is cancelled"
                    + (shrunk.paths().isEmpty() ? "" : "; already returned: " + String.join(" ", shrunk.paths()));
        }
        if (!shrunk.paths().isEmpty()) {
            return (retain ? "free here now: " : "returned: ") + String.join(" ", shrunk.paths());
        }
        List<String> released = new ArrayList<>(shrunk.askedAgain());
        shrunk.unreleased().forEach(open -> released.remove(open.requestId()));
        if (released.isEmpty()) {
            return shrunk.unreleased().isEmpty() && shrunk.why().isEmpty() ? "there was nothing left to return" : "";
        }
        return "returned to the provider now: resources of grow " + String.join(", ", released);
    }
}
