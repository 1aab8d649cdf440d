package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobPages;
import io.banyan.cli.call.JobView;
import io.banyan.cli.look.JobField;
import io.banyan.cli.look.JobLine;
import io.banyan.cli.look.JobTable;
import io.banyan.cli.look.ListOutput;
import io.banyan.cli.look.ListedJob;
import io.banyan.cli.look.WaitText;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.Moment;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.client.QueueSummary;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan jobs}: the jobs of an instance. */
@Command(
        name = "jobs",
        description = "List the jobs of an instance.",
        mixinStandardHelpOptions = true,
        footer = {"", "Fields of --format and --sort:", JobField.NAMES})
public final class JobsCommand implements Callable<Integer> {
    private static final int USUAL_LIMIT = 10_000;

    private final Terminal terminal;

    /** The fields that describe a job's resources. */
    private static final Set<JobField> ACCOUNTED =
            EnumSet.of(JobField.NODES, JobField.CORES, JobField.NODELIST, JobField.LIMIT, JobField.WHERE);

    /** The fields that say why a job waits. */
    private static final Set<JobField> REASONED = EnumSet.of(JobField.REASON, JobField.WHERE);

    private record Shown(JobRecord job, JobView view) {
        /** Returns the planned start, and other remarks. */
        String remark() {
            if (job.state() != JobState.RESERVED) {
                return view.remark();
            }
            return view.remark().startsWith(WaitText.BOOKED)
                    ? view.remark()
                    : "to start by " + view.start() + (view.remark().isEmpty() ? "" : "; " + view.remark());
        }
    }

    private final ListOutput<ListedJob, JobLine> output;

    @Mixin
    private final Asked asked;

    @Option(
            names = {"-a", "--all"},
            description = "Include ended jobs.")
    private boolean all;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Include jobs that ended since this time: 90m, 12h or 2d ago, 2026-11-21, or "
                    + "2026-11-21T18:30.")
    private @Nullable String since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "With --since: only jobs that ended before this time.")
    private @Nullable String until;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "With --since: only the last N ended jobs (default " + USUAL_LIMIT + ").")
    private @Nullable Integer limit;

    @Option(
            names = {"-r", "--array"},
            description = "Print one line for each job of an array (default: one line for all jobs of an array in "
                    + "one state).")
    private boolean expandsArrays;

    @Mixin
    private final JobSelector selector = new JobSelector();

    public JobsCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new ListOutput<>(terminal, JobField.all());
        this.asked = new Asked(terminal, output);
    }

    @Override
    public Integer call() {
        output.check();
        if (since == null && until != null) {
            throw CommandFailure.wrongUse("--until requires --since");
        }
        if (since == null && limit != null) {
            throw CommandFailure.wrongUse("--limit requires --since");
        }
        JobAnswer.Jobs found = since == null ? page(all || selector.isAboutEnded()) : since(since);
        Map<JobId, Waiting> waiting =
                found.waiting().stream().collect(Collectors.toMap(Waiting::job, Function.identity()));
        List<Shown> jobs = found.jobs().stream()
                .map(job -> new Shown(
                        job, JobView.of(job).waiting(WaitText.of(job, Optional.ofNullable(waiting.get(job.id()))))))
                .toList();
        asked.print(jobs.stream().map(Shown::view).toList(), views -> text(jobs));
        requireNamed(found.jobs());
        return ExitStatus.DONE;
    }

    /** Returns the jobs that the instance remembers, with the data to show. */
    private JobAnswer.Jobs page(boolean ended) {
        JobRead.Reasons reasons = output.needs(REASONED) ? JobRead.Reasons.ESTIMATED : JobRead.Reasons.NONE;
        var request = new JobRead.Jobs(selector.selection(), ended, output.needs(ACCOUNTED), reasons, 0, 0, 0);
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

    /** Returns the jobs that ended since then, and those that have not ended. */
    private JobAnswer.Jobs since(String begin) {
        Instant now = Instant.now();
        int most = limit == null ? USUAL_LIMIT : limit;
        HistoryQuery query = CheckedValues.value(() -> new HistoryQuery(
                Moment.parse(begin, now, ZoneId.systemDefault()),
                until == null ? Long.MAX_VALUE : Moment.parse(until, now, ZoneId.systemDefault()),
                Optional.empty(),
                most));
        // In this order, so that a job that ends in between is not missed.
        JobAnswer.Jobs active = page(false);
        PastJobs past = asked.ask(client -> client.history(query));
        if (past.areMore()) {
            terminal.err()
                    .println("banyan: only the last " + most
                            + " jobs are shown. Use a later --since, an earlier --until, or a higher --limit.");
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
        return asked.ask(client -> client.queueing().queues(new JobRead.Queues())).queues().stream()
                .map(QueueSummary::name)
                .findFirst()
                .orElse("");
    }

    private String text(List<Shown> shown) {
        if (shown.isEmpty() && !selector.plainIds().isEmpty()) {
            // An error names each of them.
            return "";
        }
        if (shown.isEmpty() && output.fields().isEmpty()) {
            return selector.isEmpty() ? "No jobs." : selector.none(JobSelector.Suitable.ALL);
        }
        long nowSec = Instant.now().getEpochSecond();
        List<ListedJob> jobs = output.sorted(shown.stream()
                .map(it -> new ListedJob(it.job(), it.remark(), instance(it.view()), nowSec))
                .toList());
        List<JobLine> lines = expandsArrays ? JobLine.single(jobs) : JobLine.grouped(jobs);
        return output.text(lines, JobTable.usualFields(jobs));
    }

    private static String instance(JobView job) {
        return job.instance().isEmpty()
                ? ""
                : (job.instance() + " " + job.instanceState() + " " + job.address()).strip();
    }
}
