package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.GivenArguments;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.schedule.GivenPart;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

    @Mixin
    private final GivenArguments given = new GivenArguments();

    public PartialCancelCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobId job = given.job();
        GivenPart part = given.read(GivenPart::read);
        JobRequest.PartialCancel request =
                CheckedValues.value(() -> new JobRequest.PartialCancel(job, part, MatchRules.BANYAN));
        JobAnswer.PartlyCancelled freed = asked.ask(client -> client.partialCancel(request));
        asked.print(
                new Freed(job.value(), freed.paths(), freed.over()),
                view -> "freed: " + String.join(" ", freed.paths())
                        + (freed.over() ? "\njob " + view.job() + " has ended" : ""));
        return ExitStatus.DONE;
    }
}
