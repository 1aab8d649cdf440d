package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.Formats;
import io.banyan.cli.call.GivenArguments;
import io.banyan.cli.call.JobView;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.TimeLimit;
import io.banyan.cli.resources.ResourceCommands;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.resource.JobId;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code banyan update}: changes a job. The former arguments {@code JOBID FORMAT FILE}, which assigned given resources,
 * still work for one version; {@code banyan resource assign} replaces them.
 */
@Command(
        name = "update",
        description = "Change the time limit of a pending or running job, or extend a running instance.",
        mixinStandardHelpOptions = true)
public final class UpdateCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(
            names = {"-t", "--time"},
            paramLabel = "TIME",
            description = "New time limit, counted from the start of the job: 10 is minutes; also 1:30:00, 1-12, 90s"
                    + " or 1h30m; 0 removes the limit.")
    private @Nullable String time;

    @Parameters(index = "0", paramLabel = "JOBID", description = "The job.")
    private long job;

    @Parameters(index = "1..*", arity = "0..2", hidden = true, paramLabel = "FORMAT FILE")
    private List<String> given = List.of();

    @Option(names = "--reserve", hidden = true)
    private boolean reserve;

    @Option(names = "--at", hidden = true)
    private @Nullable Long at;

    @Option(names = "--duration", hidden = true)
    private long duration;

    @Option(
            names = {"-F", "--resource-format"},
            hidden = true)
    private String format = Formats.DEFAULT;

    public UpdateCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        if (given.size() == 2 && time == null) {
            var resources = new GivenArguments(job, given.getFirst(), Path.of(given.getLast()));
            return ResourceCommands.assign(asked, resources, reserve, at, duration, Formats.parse(format));
        }
        if (!given.isEmpty()) {
            throw CommandFailure.wrongUse("Unexpected argument '" + given.getFirst() + "'.");
        }
        if (time == null) {
            throw CommandFailure.wrongUse("Missing required option '--time=TIME'.");
        }
        return changeTime(time);
    }

    private int changeTime(String limit) {
        JobRequest.Limit request =
                CheckedValues.value(() -> new JobRequest.Limit(new JobId(job), TimeLimit.seconds("--time", limit)));
        JobView changed =
                JobView.of(asked.ask(client -> client.queueing().limit(request)).job());
        asked.print(changed, view -> text(view, limit));
        return ExitStatus.DONE;
    }

    private static String text(JobView view, String limit) {
        String plan = view.state().equals("reserved") ? ", to start by " + view.start() : "";
        String end = view.startSec() == null ? ", to run for " + limit : ", until " + view.end();
        return "job " + view.id() + ": " + view.state() + plan + end;
    }
}
