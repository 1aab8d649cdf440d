package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.JobRecord;
import io.banyan.instance.JobRequest;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import io.banyan.schedule.JobId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan jobs}: the jobs of an instance. */
@Command(name = "jobs", description = "List the jobs of an instance.", mixinStandardHelpOptions = true)
final class JobsCommand implements Callable<Integer> {
    private static final int USUAL_LIMIT = 10_000;

    private final Terminal terminal;

    @Mixin
    private final Asked asked;

    @Option(
            names = {"-a", "--all"},
            description = "Ended jobs too.")
    private boolean all;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "And those that ended since: 90m, 12h, 2d ago, or 2026-11-21, or 2026-11-21T18:30.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "With --since: of those, the ones that ended before.")
    private @Nullable String until;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "With --since: of those, the last N (default " + USUAL_LIMIT + ").")
    private @Nullable Integer limit;

    JobsCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        if (since == null && until != null) {
            throw CommandFailure.wrongUse("--until goes with --since");
        }
        if (since == null && limit != null) {
            throw CommandFailure.wrongUse("--limit goes with --since");
        }
        List<JobRecord> jobs = since == null
                ? asked.ask(client -> client.jobs(new JobRequest.Jobs(all))).jobs()
                : since(since);
        Map<JobId, String> why = WaitText.of(jobs, asked);
        asked.print(
                jobs.stream()
                        .map(job -> JobView.of(job).waiting(why.getOrDefault(job.id(), "")))
                        .toList(),
                JobsCommand::text);
        return ExitStatus.DONE;
    }

    /** Those that ended since then, and those that have not. */
    private List<JobRecord> since(String begin) {
        Instant now = Instant.now();
        int most = limit == null ? USUAL_LIMIT : limit;
        HistoryQuery query = Checked.value(() -> new HistoryQuery(
                Moment.parse(begin, now, ZoneId.systemDefault()),
                until == null ? Long.MAX_VALUE : Moment.parse(until, now, ZoneId.systemDefault()),
                Optional.empty(),
                most));
        // In this order, so that a job that ends in between is not missed.
        List<JobRecord> active =
                asked.ask(client -> client.jobs(new JobRequest.Jobs(false))).jobs();
        PastJobs past = asked.ask(client -> client.history(query));
        if (past.areMore()) {
            terminal.err()
                    .println("banyan: only the last " + most
                            + " are shown; say a later --since or an earlier --until, or a higher --limit.");
            terminal.err().flush();
        }
        Map<JobId, JobRecord> jobs = new TreeMap<>();
        active.forEach(job -> jobs.put(job.id(), job));
        past.jobs().forEach(job -> jobs.put(job.id(), job));
        return List.copyOf(jobs.values());
    }

    /** Whose a job is, in which queue and for which account, is said only where not all are alike. */
    private static String text(List<JobView> jobs) {
        Map<String, Function<JobView, Object>> columns = new LinkedHashMap<>();
        columns.put("name", JobView::name);
        Stream.of(
                        Map.entry("user", (Function<JobView, Object>) JobView::user),
                        Map.entry("queue", (Function<JobView, Object>) JobView::queue),
                        Map.entry("account", (Function<JobView, Object>) JobView::account))
                .filter(column ->
                        jobs.stream().map(column.getValue()).distinct().count() > 1)
                .forEach(column -> columns.put(column.getKey(), column.getValue()));
        columns.put("state", JobView::state);
        columns.put("start", JobView::start);
        columns.put("end", JobView::end);
        columns.put("instance", JobsCommand::instance);
        columns.put("detail", JobView::remark);
        Table table = new Table().right("job");
        columns.keySet().forEach(table::left);
        for (JobView job : jobs) {
            table.row(Stream.concat(
                            Stream.<Object>of(job.id()),
                            columns.values().stream().map(it -> it.apply(job)))
                    .toArray());
        }
        return table.isEmpty() ? "no jobs" : table.toString();
    }

    private static String instance(JobView job) {
        return job.instance().isEmpty()
                ? ""
                : (job.instance() + " " + job.instanceState() + " " + job.address()).strip();
    }
}
