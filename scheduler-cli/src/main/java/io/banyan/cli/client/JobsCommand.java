package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.Moment;
import io.banyan.instance.JobAnswer;
import io.banyan.instance.JobRecord;
import io.banyan.instance.JobRequest;
import io.banyan.instance.JobSelection;
import io.banyan.instance.QueueSummary;
import io.banyan.instance.Waiting;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import io.banyan.schedule.JobId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
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

    @Mixin
    private final JobSelector selector = new JobSelector();

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
        JobAnswer.Jobs found = since == null
                ? page(new JobRequest.Jobs(
                        selector.selection(),
                        all || selector.isAboutEnded(),
                        false,
                        JobRequest.Reasons.ESTIMATED,
                        0,
                        0,
                        0))
                : since(since);
        Map<JobId, Waiting> waiting =
                found.waiting().stream().collect(Collectors.toMap(Waiting::job, Function.identity()));
        asked.print(
                found.jobs().stream()
                        .map(job ->
                                JobView.of(job).waiting(WaitText.of(job, Optional.ofNullable(waiting.get(job.id())))))
                        .toList(),
                this::text);
        requireNamed(found.jobs());
        return ExitStatus.DONE;
    }

    private JobAnswer.Jobs page(JobRequest.Jobs request) {
        return asked.ask(client -> JobPages.all(client, request));
    }

    /** Jobs that were named one by one are there. */
    private void requireNamed(List<JobRecord> jobs) {
        Set<JobId> found = jobs.stream().map(JobRecord::id).collect(Collectors.toSet());
        List<String> missing = selector.plainIds().stream()
                .filter(id -> !found.contains(id))
                .map(id -> "there is no job " + id + " here")
                .toList();
        if (!missing.isEmpty()) {
            throw CommandFailure.no(missing);
        }
    }

    /** Those that ended since then, and those that have not. */
    private JobAnswer.Jobs since(String begin) {
        Instant now = Instant.now();
        int most = limit == null ? USUAL_LIMIT : limit;
        HistoryQuery query = Checked.value(() -> new HistoryQuery(
                Moment.parse(begin, now, ZoneId.systemDefault()),
                until == null ? Long.MAX_VALUE : Moment.parse(until, now, ZoneId.systemDefault()),
                Optional.empty(),
                most));
        // In this order, so that a job that ends in between is not missed.
        JobAnswer.Jobs active =
                page(new JobRequest.Jobs(selector.selection(), false, false, JobRequest.Reasons.ESTIMATED, 0, 0, 0));
        PastJobs past = asked.ask(client -> client.history(query));
        if (past.areMore()) {
            terminal.err()
                    .println("banyan: only the last " + most
                            + " are shown; say a later --since or an earlier --until, or a higher --limit.");
            terminal.err().flush();
        }
        Map<JobId, JobRecord> jobs = new TreeMap<>();
        active.jobs().forEach(job -> jobs.put(job.id(), job));
        JobSelection selection = selector.selection();
        String usualQueue = selector.isAboutQueues() ? usualQueue() : "";
        past.jobs().stream().filter(job -> selection.has(job, usualQueue)).forEach(job -> jobs.put(job.id(), job));
        return new JobAnswer.Jobs(List.copyOf(jobs.values()), active.waiting(), false);
    }

    /** The queue of submitted jobs that name none: the first one. */
    private String usualQueue() {
        return asked.ask(client -> client.queueing().queues(new JobRequest.Queues())).queues().stream()
                .map(QueueSummary::name)
                .findFirst()
                .orElse("");
    }

    /** Whose a job is, in which queue and for which account, is said only where not all are alike. */
    private String text(List<JobView> jobs) {
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
        return table.isEmpty()
                ? (selector.isEmpty() ? "no jobs" : selector.none(JobSelector.Suitable.ALL))
                : table.toString();
    }

    private static String instance(JobView job) {
        return job.instance().isEmpty()
                ? ""
                : (job.instance() + " " + job.instanceState() + " " + job.address()).strip();
    }
}
