package io.banyan.cli.priority;

import io.banyan.cli.client.Asked;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.resource.JobId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan priority}: the places of waiting jobs in the queues. */
@Command(
        name = "priority",
        description = "Show the place of a waiting job in its queue and the factors that make it.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Without JOB, lists the waiting jobs in the order in which they come. A factor",
            "with a weight (queue.priority) adds its points, which are value times weight;",
            "the priority of the queue and the urgency go before all points where they have",
            "no weight. Of jobs that are equal the one that was submitted first comes first.",
            "Jobs that are held, or wait for other jobs, a time or a reservation, have no",
            "place in a queue. docs/user/jobs.md has the details."
        })
public final class PriorityCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Parameters(paramLabel = "JOB", arity = "0..1", description = "The number of a waiting job.")
    private @Nullable Long job;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "How many jobs are listed at most, 1 to " + JobRequest.Priorities.MOST
                    + " (default ${DEFAULT-VALUE}).")
    private int limit = 50;

    /** For this terminal. */
    public PriorityCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobRequest.Priorities request = CheckedValues.value(
                () -> new JobRequest.Priorities(Optional.ofNullable(job).map(JobId::new), limit));
        JobAnswer.Priorities answer = asked.ask(client -> client.queueing().priorities(request));
        if (job == null) {
            asked.print(answer.places().stream().map(PriorityView::of).toList(), shown -> PriorityText.list(answer));
        } else {
            PriorityView view = answer.places().isEmpty()
                    ? PriorityView.apart(answer.apart().orElseThrow())
                    : PriorityView.of(answer.places().getFirst());
            asked.print(view, shown -> PriorityText.one(answer));
        }
        return ExitStatus.DONE;
    }
}
