package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobState;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan wait}: waits for the ends of jobs. */
@Command(
        name = "wait",
        description = "Wait until jobs are over, for as long as that takes; the status is 0 where all were completed.",
        mixinStandardHelpOptions = true)
final class WaitCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Parameters(paramLabel = "JOBID", arity = "1..*", description = "The jobs.")
    private List<Long> ids = List.of();

    WaitCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        List<JobId> jobs = Checked.value(() -> ids.stream().map(JobId::new).toList());
        List<String> others = new ArrayList<>();
        for (JobId id : jobs) {
            var ended = new JobEnd(asked.target(), asked::tell).await(id);
            asked.printLine(JobView.of(ended), WaitCommand::text);
            if (ended.state() != JobState.COMPLETED) {
                others.add("job " + id + " is " + JobView.lower(ended.state()));
            }
        }
        asked.endLines();
        if (!others.isEmpty()) {
            throw CommandFailure.no(others);
        }
        return ExitStatus.DONE;
    }

    static String text(JobView job) {
        return "job " + job.id() + ": " + job.state() + (job.detail().isEmpty() ? "" : ": " + job.detail());
    }
}
