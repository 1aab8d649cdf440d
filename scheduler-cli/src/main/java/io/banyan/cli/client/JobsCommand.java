package io.banyan.cli.client;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Request;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan jobs}: the jobs of an instance. */
@Command(name = "jobs", description = "List the jobs of an instance.", mixinStandardHelpOptions = true)
final class JobsCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(
            names = {"-a", "--all"},
            description = "Ended jobs too.")
    private boolean all;

    JobsCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        List<JobView> jobs = asked.ask(client -> client.jobs(new Request.Jobs(all))).jobs().stream()
                .map(JobView::of)
                .toList();
        asked.print(jobs, JobsCommand::text);
        return ExitStatus.DONE;
    }

    private static String text(List<JobView> jobs) {
        Table table = new Table()
                .right("job")
                .left("name")
                .left("state")
                .left("start")
                .left("end")
                .left("instance")
                .left("detail");
        for (JobView job : jobs) {
            String instance =
                    job.instance().isEmpty() ? "" : job.instance() + " " + job.instanceState() + " " + job.address();
            table.row(job.id(), job.name(), job.state(), job.start(), job.end(), instance.strip(), job.detail());
        }
        return table.isEmpty() ? "no jobs" : table.toString();
    }
}
