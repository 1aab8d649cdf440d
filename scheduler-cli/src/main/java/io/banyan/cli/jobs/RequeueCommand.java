package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobView;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banyan requeue}: jobs wait again. */
@Command(
        name = "requeue",
        description = "Stop running jobs and put them back into the queue, with the same ids and positions.",
        mixinStandardHelpOptions = true)
public final class RequeueCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final JobSelector jobs = new JobSelector();

    public RequeueCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobActions.Outcome<JobView> outcome = new JobActions(asked, jobs)
                .perform(
                        JobSelector.Suitable.RUNNING,
                        (client, job, states) -> JobView.of(client.queueing()
                                .requeue(new JobRequest.Requeue(job, states))
                                .job()));
        List<Object> all = new ArrayList<>(outcome.done());
        all.addAll(outcome.failed());
        asked.print(all, shown -> text(outcome.done()) + outcome.leftAloneText());
        outcome.requireAll();
        return ExitStatus.DONE;
    }

    private static String text(List<JobView> jobs) {
        StringBuilder text = new StringBuilder();
        jobs.forEach(job -> text.append("job %d requeued: %s%n".formatted(job.id(), job.state())));
        return text.toString();
    }
}
