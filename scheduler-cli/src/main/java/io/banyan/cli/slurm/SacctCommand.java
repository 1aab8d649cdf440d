package io.banyan.cli.slurm;

import io.banyan.cli.call.PastPages;
import io.banyan.cli.output.ExitStatus;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.rpc.client.ClientException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sacct}: jobs that run and that have ended. There are no steps. */
@Command(
        name = "sacct",
        description = "List running and ended jobs, like Slurm's sacct.",
        versionProvider = ToolOptions.SlurmVersion.class)
final class SacctCommand implements Callable<Integer> {
    private static final String USUAL = "JobID,JobName,Partition,Account,AllocCPUS,State,ExitCode";
    private static final String BRIEF = "JobID,State,ExitCode";
    private static final int PAGE = 10_000;
    private static final String ROOT = "root";

    private final ToolContext tool;

    @Mixin
    private final ToolOptions options = new ToolOptions();

    @Option(
            names = {"-A", "--accounts", "--account"},
            split = ",",
            paramLabel = "LIST",
            description = "Jobs of these accounts.")
    private List<String> accounts = List.of();

    @Option(
            names = {
                "-X",
                "--allocations",
                "-D",
                "--duplicates",
                "-L",
                "--allclusters",
                "--noconvert",
                "-T",
                "--truncate"
            },
            description = "Accepted; there are no steps and no duplicate job ids.")
    private boolean[] unusedAccepted = {};

    @Option(
            names = {"-a", "--allusers"},
            description = "Jobs of all users whose jobs are visible to you.")
    private boolean allUsers;

    @Option(
            names = {"-b", "--brief"},
            description = "Print JobID, State and ExitCode.")
    private boolean brief;

    @Option(names = "--delimiter", paramLabel = "TEXT", description = "Delimiter of the fields with -p or -P.")
    private String delimiter = "|";

    @Option(
            names = {"-S", "--starttime"},
            paramLabel = "TIME",
            description = "Jobs that had not ended at this time.")
    private @Nullable String since;

    @Option(
            names = {"-E", "--endtime"},
            paramLabel = "TIME",
            description = "Jobs that were submitted before this time.")
    private @Nullable String until;

    @Option(
            names = {"-o", "--format"},
            paramLabel = "FIELDS",
            description = "Fields, such as JobID,State%%20.")
    private @Nullable String format;

    @Option(
            names = {"-e", "--helpformat"},
            description = "List the fields.")
    private boolean fields;

    @Option(names = "-h", description = "Show this help message and exit.")
    private boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-j", "--jobs", "--job"},
            paramLabel = "LIST",
            description = "Jobs with these ids.")
    private List<String> jobs = List.of();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Option(names = "--name", split = ",", paramLabel = "LIST", description = "Jobs with these names.")
    private List<String> names = List.of();

    @Option(
            names = {"-n", "--noheader"},
            description = "Do not print the heading.")
    private boolean headless;

    @Option(
            names = {"-p", "--parsable"},
            description = "Print a delimiter after each field.")
    private boolean parsable;

    @Option(
            names = {"-P", "--parsable2"},
            description = "Print a delimiter between the fields.")
    private boolean parsable2;

    @Option(
            names = {"-r", "--partition"},
            split = ",",
            paramLabel = "LIST",
            description = "Jobs in these partitions.")
    private List<String> partitions = List.of();

    @Option(
            names = {"-s", "--state"},
            paramLabel = "LIST",
            description = "Jobs in these states.")
    private List<String> states = List.of();

    @Option(names = "--units", paramLabel = "UNIT", description = "Accepted; no field has a unit.")
    private String unusedUnits = "";

    @Option(
            names = {"-u", "--user", "--uid"},
            split = ",",
            paramLabel = "LIST",
            description = "Jobs of these users.")
    private List<String> users = List.of();

    SacctCommand(ToolContext tool) {
        this.tool = tool;
    }

    @Override
    public Integer call() {
        options.check();
        if (help && spec != null) {
            spec.commandLine().usage(tool.terminal().out());
            return ExitStatus.DONE;
        }
        if (fields) {
            tool.print(Arrays.stream(AccountingField.values())
                    .map(AccountingField::title)
                    .collect(Collectors.joining("\n", "", "\n")));
            return ExitStatus.DONE;
        }
        var shown = AccountingFormat.parse(
                format == null ? tool.variable("SACCT_FORMAT").orElse(brief ? BRIEF : USUAL) : format);
        JobIds ids = JobIds.parse(jobs);
        JobQuery query = query(ids);
        Window window = window(!ids.isEmpty());
        Set<Need> needs = needs(shown);
        return tool.ask(cluster -> {
            List<SlurmJob> found = found(cluster, query, window, needs);
            new KnownNames(cluster).requireUsers(SlurmUsers.names(users), found);
            tool.print(text(shown, found));
            return ExitStatus.DONE;
        });
    }

    private Set<Need> needs(AccountingFormat shown) {
        Set<Need> needs = EnumSet.noneOf(Need.class);
        for (AccountingFormat.Part part : shown.parts()) {
            if (json || part.field().isOfAccount()) {
                needs.add(Need.ACCOUNT);
            }
            if (json || part.field() == AccountingField.NODE_LIST) {
                needs.add(Need.NODES);
                needs.add(Need.ACCOUNT);
            }
            if (part.field() == AccountingField.WORK_DIR) {
                needs.add(Need.WORK);
            }
            if (json || part.field() == AccountingField.REASON) {
                needs.add(Need.REASON);
            }
        }
        return needs;
    }

    private String text(AccountingFormat shown, List<SlurmJob> found) {
        if (json) {
            return JobsJson.of(found);
        }
        return parsable || parsable2
                ? shown.delimited(found, !headless, delimiter, parsable && !parsable2)
                : shown.columns(found, !headless);
    }

    private JobQuery query(JobIds ids) {
        Set<SlurmState> in = SlurmState.parse(states);
        Set<String> wanted = new HashSet<>(SlurmUsers.names(users));
        boolean isAll = allUsers || !ids.isEmpty() || tool.user().equals(ROOT);
        if (wanted.isEmpty() && !isAll) {
            wanted.add(tool.user());
        }
        return new JobQuery(
                ids,
                Set.copyOf(names),
                wanted,
                in.isEmpty() ? SlurmState.parse("all") : in,
                Set.copyOf(partitions),
                Set.copyOf(accounts));
    }

    /** In seconds since the epoch. */
    private record Window(long sinceSec, long untilSec) {
        boolean has(SlurmJob job) {
            return job.record().endedSec().orElse(Long.MAX_VALUE) >= sinceSec
                    && job.submitSec().orElse(0) <= untilSec;
        }
    }

    private Window window(boolean isByNumber) {
        Instant now = Instant.ofEpochSecond(tool.nowSec());
        long usual;
        if (isByNumber) {
            usual = 0;
        } else {
            usual = states.isEmpty() ? SlurmTime.parse("today", now, tool.zone()) : now.getEpochSecond();
        }
        long begin = since == null ? usual : SlurmTime.parse(since, now, tool.zone());
        long end = until == null ? Long.MAX_VALUE : SlurmTime.parse(until, now, tool.zone());
        if (since != null && begin > end) {
            throw new SlurmFailure("--starttime " + since + " is after --endtime " + until);
        }
        return new Window(Math.max(0, begin), end);
    }

    private List<SlurmJob> found(SlurmCluster cluster, JobQuery query, Window window, Set<Need> needs)
            throws ClientException {
        Map<Long, SlurmJob> found = new TreeMap<>();
        if (query.ids().isEmpty()) {
            // In this order, so that a job that ends in between is not missed.
            var active = new JobQuery(
                    query.ids(), query.names(), query.users(), Set.of(), query.partitions(), query.accounts());
            cluster.jobs(active, needs).forEach(job -> found.put(job.rawId(), job));
            past(cluster, query, window).forEach(job -> found.put(job.rawId(), job));
        } else {
            cluster.jobs(query, needs).forEach(job -> found.put(job.rawId(), job));
            if (isIncomplete(query, found)) {
                past(cluster, query, window).forEach(job -> found.putIfAbsent(job.rawId(), job));
            }
            if (needs.contains(Need.ACCOUNT)) {
                accountFor(cluster, query, found);
            }
        }
        return found.values().stream().filter(query::has).filter(window::has).toList();
    }

    /** Whether the instance may have forgotten a job that was asked for. */
    private static boolean isIncomplete(JobQuery query, Map<Long, SlurmJob> found) {
        return query.ids().ids().stream().anyMatch(id -> found.values().stream().noneMatch(id::has));
    }

    /**
     * Adds the resources and usage of ended jobs, which are in the history only. O(jobs that ended in the same span of
     * time).
     */
    private static void accountFor(SlurmCluster cluster, JobQuery query, Map<Long, SlurmJob> found)
            throws ClientException {
        LongSummaryStatistics ends = found.values().stream()
                .filter(job -> job.accounted().isEmpty())
                .flatMapToLong(job -> job.record().endedSec().stream())
                .summaryStatistics();
        if (ends.getCount() > 0) {
            new PastPages(cluster.client()::history, Optional.empty(), PAGE)
                    .each(ends.getMin(), ends.getMax() + 1, (JobRecord job) -> {
                        SlurmJob accounted = cluster.job(job, Optional.empty());
                        if (query.has(accounted)) {
                            found.put(accounted.rawId(), accounted);
                        }
                    });
        }
    }

    private List<SlurmJob> past(SlurmCluster cluster, JobQuery query, Window window) throws ClientException {
        List<SlurmJob> past = new ArrayList<>();
        new PastPages(cluster.client()::history, Optional.empty(), PAGE)
                .each(window.sinceSec, Long.MAX_VALUE, (JobRecord job) -> {
                    SlurmJob shown = cluster.job(job, Optional.empty());
                    if (query.has(shown)) {
                        past.add(shown);
                    }
                });
        return past;
    }
}
