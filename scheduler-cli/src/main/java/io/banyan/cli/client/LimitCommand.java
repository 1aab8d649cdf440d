package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.TimeLimit;
import io.banyan.instance.JobRequest;
import io.banyan.resource.JobId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan limit}: how long a job may run. */
@Command(
        name = "limit",
        description = "Change the time limit of a pending or running job, or give a running instance more time.",
        mixinStandardHelpOptions = true)
final class LimitCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(
            names = {"-t", "--time"},
            paramLabel = "TIME",
            required = true,
            description = "Time from its start: 10 is minutes; also 1:30:00, 1-12, 90s or 1h30m; 0 for no end.")
    private String time = "";

    @Parameters(paramLabel = "JOBID", description = "The job.")
    private long job;

    LimitCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobRequest.Limit request =
                Checked.value(() -> new JobRequest.Limit(new JobId(job), TimeLimit.seconds("--time", time)));
        JobView changed =
                JobView.of(asked.ask(client -> client.queueing().limit(request)).job());
        asked.print(changed, this::text);
        return ExitStatus.DONE;
    }

    private String text(JobView view) {
        String plan = view.state().equals("reserved") ? ", to start by " + view.start() : "";
        String end = view.startSec() == null ? ", to run for " + time : ", until " + view.end();
        return "job " + view.id() + ": " + view.state() + plan + end;
    }
}
