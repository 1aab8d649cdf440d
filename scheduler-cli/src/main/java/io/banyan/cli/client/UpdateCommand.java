package io.banyan.cli.client;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.rpc.client.Outcome;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.GivenFormat;
import io.banyan.schedule.GivenResources;
import io.banyan.schedule.JobId;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan update}: books resources that a job was given before. */
@Command(
        name = "update",
        description = "Book resources that a job was given before, under that job's id.",
        mixinStandardHelpOptions = true)
final class UpdateCommand implements Callable<Integer> {
    @Mixin
    private final Target target = new Target();

    @Mixin
    private final Output output;

    @Mixin
    private final Formats formats = new Formats();

    @Option(names = "--reserve", description = "The job is to have them later, and not now.")
    private boolean reserve;

    @Option(
            names = "--at",
            paramLabel = "SECONDS",
            description = "From when on, in seconds since the epoch (default: now).")
    private @Nullable Long at;

    @Option(
            names = "--duration",
            paramLabel = "SECONDS",
            description = "How long (default: to the end of what is planned).")
    private long duration;

    @Parameters(index = "0", paramLabel = "JOBID", description = "The job, which is not known yet.")
    private long job;

    @Parameters(index = "1", paramLabel = "FORMAT", description = "Of the file: " + GivenFormat.NAMES + ".")
    private String format = "";

    @Parameters(index = "2", paramLabel = "FILE", description = "The resources.")
    private Path file = Path.of("");

    UpdateCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        GivenResources resources = GivenFiles.read(format, file, GivenResources::read);
        Request.Update request = Requests.checked(() -> new Request.Update(
                new JobId(job),
                reserve ? BookingKind.RESERVATION : BookingKind.ALLOCATION,
                resources,
                at == null ? OptionalLong.empty() : OptionalLong.of(at),
                duration,
                formats.format()));
        return switch (target.ask(client -> client.update(request))) {
            case Outcome.Done<Answer.Matched>(Answer.Matched matched) -> {
                output.print(MatchView.of(matched), found -> MatchView.text(matched));
                yield ExitStatus.DONE;
            }
            case Outcome.Refused<Answer.Matched>(Answer.Refused refused) -> {
                output.printJson(Refusals.view(refused));
                throw Refusals.failure(refused);
            }
        };
    }
}
