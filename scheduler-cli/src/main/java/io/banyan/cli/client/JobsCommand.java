package io.banyan.cli.client;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Request;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
        boolean ofSeveral = jobs.stream().map(JobView::user).distinct().count() > 1;
        Table table = new Table().right("job").left("name");
        if (ofSeveral) {
            table.left("user");
        }
        table.left("state").left("start").left("end").left("instance").left("detail");
        for (JobView job : jobs) {
            table.row(cells(job, ofSeveral));
        }
        return table.isEmpty() ? "no jobs" : table.toString();
    }

    /** Whose it is is said only where not all are one user's. */
    private static Object[] cells(JobView job, boolean withUser) {
        String instance =
                job.instance().isEmpty() ? "" : job.instance() + " " + job.instanceState() + " " + job.address();
        Stream<Object> user = withUser ? Stream.of(job.user()) : Stream.empty();
        Stream<Object> rest = Stream.of(job.state(), job.start(), job.end(), instance.strip(), job.detail());
        return Stream.of(Stream.<Object>of(job.id(), job.name()), user, rest)
                .flatMap(it -> it)
                .toArray();
    }
}
