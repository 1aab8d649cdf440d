package io.banyan.cli.slurm;

import io.banyan.cli.output.ExitStatus;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.Submission;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code scontrol}: shows and changes jobs. */
@Command(
        name = "scontrol",
        description =
                "Show jobs, partitions and nodes, and hold, release, requeue or update jobs, like Slurm's scontrol.",
        versionProvider = ToolOptions.SlurmVersion.class)
final class ScontrolCommand implements Callable<Integer> {
    private static final Set<SlurmState> WAITING = EnumSet.of(SlurmState.PENDING);
    private static final Set<SlurmState> RUNNING = EnumSet.of(SlurmState.RUNNING);
    private static final Set<SlurmState> ACTIVE = EnumSet.of(SlurmState.PENDING, SlurmState.RUNNING);

    private final ToolContext tool;

    @Mixin
    private final ToolOptions options = new ToolOptions();

    @Option(
            names = {"-o", "--oneliner"},
            description = "Print one line for each record.")
    private boolean oneLine;

    @Option(
            names = {"-d", "--details", "-a", "--all", "--hide", "-F", "--future", "-Q", "--quiet"},
            description = "Accepted.")
    private boolean[] unusedAccepted = {};

    @Parameters(
            paramLabel = "COMMAND",
            arity = "1..*",
            description = "show, hold, release, requeue, update, ping or version.")
    private List<String> words = List.of();

    ScontrolCommand(ToolContext tool) {
        this.tool = tool;
    }

    @Override
    public Integer call() {
        options.check();
        String command = words.getFirst().toLowerCase(Locale.ROOT);
        List<String> rest = words.subList(1, words.size());
        return switch (command) {
            case "show" -> {
                tool.print(new ScontrolShow(tool, oneLine).of(rest));
                yield ExitStatus.DONE;
            }
            case "hold", "uhold" -> change(rest, WAITING, (client, job) -> urge(client, job, Submission.HELD));
            case "release" -> change(rest, WAITING, (client, job) -> urge(client, job, Submission.USUAL_URGENCY));
            case "requeue" -> change(rest, RUNNING, ScontrolCommand::requeue);
            case "update" -> update(rest);
            case "ping" -> ping();
            case "version" -> {
                tool.print(new ToolOptions.SlurmVersion().getVersion()[0] + "\n");
                yield ExitStatus.DONE;
            }
            default -> throw new SlurmFailure("scontrol " + command + " is not supported by Banyan");
        };
    }

    /** A change of one job. */
    private interface Change {
        void perform(BanyanClient client, SlurmJob job) throws ClientException;
    }

    private static void urge(BanyanClient client, SlurmJob job, int urgency) throws ClientException {
        var unused = client.queueing().urge(new JobRequest.Urge(id(job), urgency));
    }

    private static void requeue(BanyanClient client, SlurmJob job) throws ClientException {
        var unused = client.queueing().requeue(new JobRequest.Requeue(id(job)));
    }

    private static JobId id(SlurmJob job) {
        return job.record().id();
    }

    private int ping() {
        return tool.ask(cluster -> {
            var unused = cluster.client().overview(new JobRead.Overview(0));
            tool.print("Slurmctld(primary) is UP\n");
            return ExitStatus.DONE;
        });
    }

    private int change(List<String> lists, Set<SlurmState> states, Change change) {
        if (lists.isEmpty()) {
            throw new SlurmFailure("too few arguments for keyword:" + words.getFirst());
        }
        List<String> numbers = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String word : lists) {
            String[] pair = word.split("=", 2);
            boolean isNamed = pair.length == 2 && pair[0].equalsIgnoreCase("name");
            (isNamed ? names : numbers).add(pair[pair.length - 1]);
        }
        JobIds ids = JobIds.parse(numbers);
        Set<String> own = names.isEmpty() ? Set.of() : Set.of(tool.user());
        var query = new JobQuery(ids, Set.copyOf(names), own, states, Set.of(), Set.of());
        return tool.ask(cluster -> change(cluster, query, change));
    }

    private int change(SlurmCluster cluster, JobQuery query, Change change) throws ClientException {
        List<SlurmJob> found = cluster.jobs(query, Set.of());
        if (found.isEmpty()) {
            boolean isKnown = !query.ids().isEmpty()
                    && !cluster.jobs(JobQuery.of(query.ids()), Set.of()).isEmpty();
            throw isKnown
                    ? new SlurmFailure("Job is in a state in which this cannot be done")
                    : SlurmFailure.noSuchJob();
        }
        List<String> failed = ParallelCalls.perform(
                found,
                job -> change.perform(cluster.client(), job),
                (job, e) -> "job " + job.id() + ": " + e.getMessage());
        if (!failed.isEmpty()) {
            throw new SlurmFailure(String.join("\n", failed));
        }
        return ExitStatus.DONE;
    }

    private int update(List<String> fields) {
        List<String> jobs = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        for (String field : fields) {
            String[] pair = field.split("=", 2);
            String value = pair.length == 2 ? pair[1] : "";
            switch (pair[0].toLowerCase(Locale.ROOT)) {
                case "jobid", "job" -> jobs.add(value);
                case "timelimit" -> changes.add(limit(value));
                case "priority" -> changes.add(priority(value));
                default ->
                    throw new SlurmFailure("scontrol update " + pair[0]
                            + " is not supported by Banyan; JobId, TimeLimit and Priority=0 are");
            }
        }
        if (jobs.isEmpty() || changes.isEmpty()) {
            throw new SlurmFailure("scontrol update requires JobId= and a property to change");
        }
        return change(jobs, ACTIVE, (client, job) -> {
            for (Change change : changes) {
                change.perform(client, job);
            }
        });
    }

    /** Slurm's priorities are numbers of its own; 0 holds a job. */
    private static Change priority(String value) {
        if (!value.equals("0")) {
            throw new SlurmFailure(
                    "scontrol update Priority=" + value
                            + " is not supported by Banyan: 'banyan urgency' changes the urgency of a job; Priority=0 holds it");
        }
        return (client, job) -> urge(client, job, Submission.HELD);
    }

    /**
     * Sets the time limit, or changes it by a time with a sign.
     *
     * @throws IllegalArgumentException where the value is not a time; no job is changed then
     */
    private static Change limit(String value) {
        boolean isMore = value.startsWith("+");
        boolean isLess = value.startsWith("-") && !value.equals("-1");
        long sec = SlurmTime.limit(isMore || isLess ? value.substring(1) : value);
        return (client, job) -> {
            long limitSec = isMore ? limitSec(client, job) + sec : isLess ? limitSec(client, job) - sec : sec;
            var unused = client.queueing()
                    .limit(new JobRequest.Limit(id(job), isMore || isLess ? Math.max(1, limitSec) : limitSec));
        };
    }

    private static long limitSec(BanyanClient client, SlurmJob job) throws ClientException {
        return client.info(new JobRead.JobInfo(id(job), MatchFormat.SIMPLE))
                .job()
                .plan()
                .filter(plan -> !plan.isEndless())
                .map(plan -> plan.durationSec())
                .orElseThrow(
                        () -> new SlurmFailure("the time limit of job " + job.id() + " is not known to be a number"));
    }
}
