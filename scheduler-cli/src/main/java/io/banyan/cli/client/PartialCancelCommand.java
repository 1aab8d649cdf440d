package io.banyan.cli.client;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.match.MatchRules;
import io.banyan.schedule.GivenFormat;
import io.banyan.schedule.GivenPart;
import io.banyan.schedule.JobId;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan partial-cancel}: frees a part of what a job holds. */
@Command(
        name = "partial-cancel",
        description = "Free a part of what a job holds; a job that then holds nothing has ended.",
        mixinStandardHelpOptions = true,
        footer = {"", "Of a child instance's job nothing is freed this way: shrink the instance."})
final class PartialCancelCommand implements Callable<Integer> {
    /** What was freed. */
    private record Freed(long job, List<String> paths, boolean over) {}

    @Mixin
    private final Target target = new Target();

    @Mixin
    private final Output output;

    @Parameters(index = "0", paramLabel = "JOBID", description = "The job.")
    private long job;

    @Parameters(index = "1", paramLabel = "FORMAT", description = "Of the file: " + GivenFormat.NAMES + ".")
    private String format = "";

    @Parameters(index = "2", paramLabel = "FILE", description = "The part.")
    private Path file = Path.of("");

    PartialCancelCommand(Terminal terminal) {
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        GivenPart part = GivenFiles.read(format, file, GivenPart::read);
        Request.PartialCancel request =
                Requests.checked(() -> new Request.PartialCancel(new JobId(job), part, MatchRules.BANYAN));
        Answer.PartlyCancelled freed = target.ask(client -> client.partialCancel(request));
        output.print(
                new Freed(job, freed.paths(), freed.over()),
                view -> "freed: " + String.join(" ", freed.paths())
                        + (freed.over() ? "\njob " + job + " has ended" : ""));
        return ExitStatus.DONE;
    }
}
