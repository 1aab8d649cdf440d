package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.GivenArguments;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.schedule.GivenFormat;
import io.banyan.schedule.GivenPart;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan partial-cancel}: frees a part of a job's resources. */
@Command(
        name = "partial-cancel",
        description = "Release a part of a job's resources. A job that then holds nothing ends.",
        mixinStandardHelpOptions = true,
        footer = {"", "This does not apply to jobs of child instances: shrink the instance instead."})
public final class PartialCancelCommand implements Callable<Integer> {
    /** The resources that were freed. */
    private record Freed(long job, List<String> paths, boolean over) {}

    @Mixin
    private final Asked asked;

    @Parameters(index = "0", paramLabel = "JOBID", description = "The job.")
    private long job;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FORMAT",
            description = "Format of the file: " + GivenFormat.NAMES + ".")
    private @Nullable String format;

    @Parameters(index = "2", arity = "0..1", paramLabel = "FILE", description = "File with the resources.")
    private @Nullable Path file;

    @Option(
            names = "--path",
            paramLabel = "PATH",
            split = ",",
            description = "Instead of a file: vertices with everything below them, by path or by the name of a node.")
    private List<String> paths = List.of();

    public PartialCancelCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobId id = CheckedValues.value(() -> new JobId(job));
        GivenPart part = part();
        JobRequest.PartialCancel request =
                CheckedValues.value(() -> new JobRequest.PartialCancel(id, part, MatchRules.BANYAN));
        JobAnswer.PartlyCancelled freed = asked.ask(client -> client.partialCancel(request));
        asked.print(
                new Freed(id.value(), freed.paths(), freed.over()),
                view -> "freed: " + String.join(" ", freed.paths())
                        + (freed.over() ? "\njob " + view.job() + " has ended" : ""));
        return ExitStatus.DONE;
    }

    private GivenPart part() {
        if (!paths.isEmpty() && format == null) {
            return new GivenPart.OfPaths(paths);
        }
        if (!paths.isEmpty() || format == null || file == null) {
            throw CommandFailure.wrongUse("expected FORMAT and FILE, or --path");
        }
        return new GivenArguments(job, format, file).read(GivenPart::read);
    }
}
