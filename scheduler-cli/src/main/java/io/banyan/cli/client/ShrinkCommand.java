package io.banyan.cli.client;

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

/** {@code banyan shrink}: gives back what a grow brought. */
@Command(
        name = "shrink",
        description = "Give back what a grow brought, at every level that it went through.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "One of --grow, --job, --count, --idle, --unreleased, --undo and PATH says what. What is in use stays, and the answer "
                    + "says whose it is; with --drain it goes when its jobs have ended, with --force they are cancelled, and instances "
                    + "below do the same. Where a provider did not take back what a grow brought, a shrink of that grow asks it again; "
                    + "'banyan stat' lists what is left with it."
        })
final class ShrinkCommand implements Callable<Integer> {
    /** What was given back, and what of it a provider did not take. */
    private record Shrunk(
            String outcome, List<String> paths, List<String> askedAgain, List<Unreleased> unreleased, String why) {}

    /** Why nothing was. */
    private record InUse(String outcome, List<Long> jobs, String message) {}

    @Mixin
    private final Asked asked;

    @Option(names = "--grow", paramLabel = "ID", description = "All that the grow with this request id brought.")
    private @Nullable String grow;

    @Option(names = "--job", paramLabel = "JOBID", description = "All that was grown for this job.")
    private @Nullable Long job;

    @Option(names = "--unreleased", description = "All that providers did not take back before; they are asked again.")
    private boolean unreleased;

    @Option(
            names = "--count",
            paramLabel = "TYPE=N",
            split = ",",
            description = "So much of a resource type that came from elsewhere, for example node=2.")
    private List<String> counts = List.of();

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            description = "What came from elsewhere and nobody has used for so long, such as 10m.")
    private @Nullable String idle;

    @Option(
            names = "--drain",
            description =
                    "Wait for the jobs that use it, for as long as --grace says, whatever --timeout is; nobody else gets it meanwhile.")
    private boolean drain;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description = "With --drain: wait for so long at most, such as 10m (default: as long as it takes).")
    private @Nullable String grace;

    @Option(names = "--force", description = "Cancel the jobs that use it.")
    private boolean force;

    @Option(
            names = "--request",
            paramLabel = "ID",
            description = "The id of this request; asked again with it, the answer is the same (default: a new one).")
    private @Nullable String requestId;

    @Option(
            names = "--undo",
            paramLabel = "ID",
            description = "Take back a shrink that waits for jobs: what it drained is up again.")
    private @Nullable String undo;

    @Option(
            names = "--retain",
            description = "Only take it from the jobs that it was grown for, and keep it here, free.")
    private boolean retain;

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "These vertices with all below them.")
    private List<String> paths = List.of();

    ShrinkCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        String id = requestId == null ? UUID.randomUUID().toString() : requestId;
        Request.Shrink request =
                CheckedValues.value(() -> new Request.Shrink(id, shrinkTarget(), rule(), waitMillis(), retain));
        if (drain) {
            asked.tell("where jobs use it, it waits for them; 'banyan shrink --undo " + id + "' takes it back then");
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
            throw CommandFailure.wrongUse("--drain waits for jobs and --force cancels them; say one of the two");
        }
        if (undo != null && (drain || force || retain)) {
            throw CommandFailure.wrongUse("--undo goes with none of --drain, --force and --retain");
        }
        return drain ? UseRule.AWAIT : force ? UseRule.CANCEL : UseRule.SPARE;
    }

    private long waitMillis() {
        if (grace != null && !drain) {
            throw CommandFailure.wrongUse("--grace goes with --drain");
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
                    "exactly one of --grow, --job, --count, --idle, --unreleased, --undo and PATH is expected, found "
                            + given.size());
        }
        return given.get(0);
    }

    /** What went well; what did not is said on standard error. */
    private String text(Answer.Shrunk shrunk) {
        if (undo != null) {
            return "shrink " + undo + " is taken back"
                    + (shrunk.paths().isEmpty() ? "" : "; gone before: " + String.join(" ", shrunk.paths()));
        }
        if (!shrunk.paths().isEmpty()) {
            return (retain ? "free here now: " : "given back: ") + String.join(" ", shrunk.paths());
        }
        List<String> released = new ArrayList<>(shrunk.askedAgain());
        shrunk.unreleased().forEach(open -> released.remove(open.requestId()));
        if (released.isEmpty()) {
            return shrunk.unreleased().isEmpty() && shrunk.why().isEmpty() ? "nothing was left to give back" : "";
        }
        return "taken back by the provider at last: what grow " + String.join(", ", released) + " brought";
    }
}
