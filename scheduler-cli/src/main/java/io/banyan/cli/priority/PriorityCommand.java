package io.banyan.cli.priority;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
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
        description = "Show the queue position of pending jobs and the factors that determine it.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Without JOB, lists pending jobs in queue order. Each factor with a weight " + "(queue.priority)",
            "contributes points, its value times the weight. Queue priority and urgency without a " + "weight",
            "take precedence over all points. Jobs with equal priority are ordered by submission.",
            "Held jobs, and jobs that wait for other jobs, a time or a reservation, have no position.",
            "See docs/user/jobs.md for details.",
            ""
        })
public final class PriorityCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Parameters(paramLabel = "JOB", arity = "0..1", description = "Id of a pending job.")
    private @Nullable Long job;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description =
                    "Maximum number of jobs to list, 1 to " + JobRead.Priorities.MOST + " (default ${DEFAULT-VALUE}).")
    private int limit = 50;

    /** For this terminal. */
    public PriorityCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobRead.Priorities request = CheckedValues.value(
                () -> new JobRead.Priorities(Optional.ofNullable(job).map(JobId::new), limit));
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
