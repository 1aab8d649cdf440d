package io.banyan.cli.client;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.match.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.schedule.GivenPart;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
    private final Asked asked;

    @Mixin
    private final GivenArguments given = new GivenArguments();

    PartialCancelCommand(Terminal terminal) {
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
