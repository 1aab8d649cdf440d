package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobRequest;
import io.banyan.schedule.JobId;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan requeue}: jobs wait again. */
@Command(
        name = "requeue",
        description =
                "Stop jobs that were submitted and run, and let them wait again, with their numbers and places in the queue.",
        mixinStandardHelpOptions = true)
final class RequeueCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Parameters(paramLabel = "JOBID", arity = "1..*", description = "The jobs.")
    private List<Long> ids = List.of();

    RequeueCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        List<JobRequest.Requeue> requests = Checked.value(() ->
                ids.stream().map(id -> new JobRequest.Requeue(new JobId(id))).toList());
        for (JobRequest.Requeue request : requests) {
            JobView job = JobView.of(
                    asked.ask(client -> client.queueing().requeue(request)).job());
            asked.printLine(job, view -> "job " + view.id() + " is to wait again: " + view.state());
        }
        return ExitStatus.DONE;
    }
}
