package io.banyan.cli.slurm;

import io.banyan.cli.output.ExitStatus;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.wire.client.JobSignal;
import io.banyan.rpc.wire.client.SignalMessages;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code scancel}: ends jobs. */
@Command(
        name = "scancel",
        description = "End jobs, like Slurm's scancel.",
        versionProvider = ToolOptions.SlurmVersion.class)
final class ScancelCommand implements Callable<Integer> {
    private static final List<JobSignal> ENDING = List.of(new JobSignal("KILL"), new JobSignal("TERM"));

    private final ToolContext tool;

    @Mixin
    private final ToolOptions options = new ToolOptions();

    @Mixin
    private final JobFilters filters = new JobFilters();

    @Option(
            names = {"-b", "--batch"},
            description =
                    "With --signal: send it only to the first process of each task, such as the shell of a script.")
    private boolean isBatchOnly;

    @Option(
            names = {"-f", "--full", "--ctld", "-H", "--hurry"},
            description = "Accepted; a job is always ended or signaled as a whole.")
    private boolean[] unusedAccepted = {};

    @Option(
            names = {"-Q", "--quiet"},
            description = "Do not print a message for an invalid job id.")
    private boolean quiet;

    @Option(
            names = {"-s", "--signal"},
            paramLabel = "SIGNAL",
            description =
                    "Signal: KILL or TERM ends the jobs; any other signal is sent to the processes of running jobs.")
    private @Nullable String signal;

    @Parameters(paramLabel = "JOB", arity = "0..*", description = "Jobs, such as 12, 12_3 or 12_[1-5].")
    private List<String> words = List.of();

    ScancelCommand(ToolContext tool) {
        this.tool = tool;
    }

    @Override
    public Integer call() {
        options.check();
        Optional<JobSignal> sent = sent();
        JobIds ids = JobIds.parse(words);
        JobQuery query = query(ids);
        if (ids.isEmpty() && filters.isEmpty()) {
            throw new SlurmFailure("No job identification provided");
        }
        return tool.ask(cluster -> {
            List<SlurmJob> ofUsers = cluster.jobs(query, filters.isAboutNodes() ? EnumSet.of(Need.NODES) : Set.of());
            filters.requireKnown(cluster, ofUsers);
            List<SlurmJob> found = ofUsers.stream().filter(filters::areNodesOf).toList();
            tellOfUnknown(cluster, ids, found);
            boolean isDone = sent.isPresent()
                    ? signalled(cluster.client(), found, sent.get())
                    : cancelled(cluster.client(), found);
            return isDone ? ExitStatus.DONE : ExitStatus.NO;
        });
    }

    /** The signal that the processes get while their jobs go on; empty where the jobs are to end. */
    private Optional<JobSignal> sent() {
        JobSignal said = signal == null ? ENDING.getFirst() : parse(signal);
        return ENDING.contains(said) ? Optional.empty() : Optional.of(said);
    }

    private static JobSignal parse(String word) {
        try {
            return JobSignal.parse(word);
        } catch (IllegalArgumentException e) {
            throw new SlurmFailure("Unknown job signal: " + word);
        }
    }

    private JobQuery query(JobIds ids) {
        Set<String> wanted = filters.users(tool);
        if (ids.isEmpty() && wanted.isEmpty()) {
            wanted.add(tool.user());
        }
        return filters.query(ids, wanted, filters.states());
    }

    /** Reports the numbers that belong to no job. As in Slurm, this is no failure, and an ended job is not reported. */
    private void tellOfUnknown(SlurmCluster cluster, JobIds ids, List<SlurmJob> found) throws ClientException {
        List<JobIds.Id> missing = ids.ids().stream()
                .filter(id -> found.stream().noneMatch(id::has))
                .toList();
        if (missing.isEmpty() || !filters.isEmpty() || quiet) {
            return;
        }
        List<SlurmJob> known = cluster.jobs(JobQuery.of(new JobIds(missing)), Set.of());
        missing.stream()
                .filter(id -> known.stream().noneMatch(id::has))
                .forEach(id -> tell(id.text(), "Invalid job id specified"));
    }

    private void tell(String job, String why) {
        tool.tell("scancel: error: Kill job error on job id " + job + ": " + why);
    }

    /** Cancels jobs at the same time: each is answered when its processes are gone. */
    private boolean cancelled(BanyanClient client, List<SlurmJob> jobs) {
        return performed(jobs, job -> {
            var unused = client.cancel(new JobRequest.Cancel(job.record().id()));
        });
    }

    private boolean signalled(BanyanClient client, List<SlurmJob> jobs, JobSignal sent) {
        return performed(jobs, job -> {
            var unused = client.queueing()
                    .signal(new SignalMessages.Wanted(job.record().id(), sent, isBatchOnly));
        });
    }

    private boolean performed(List<SlurmJob> jobs, ParallelCalls.Call<SlurmJob> call) {
        List<String> failed = ParallelCalls.perform(jobs, call, (job, e) -> job.id() + ": " + e.getMessage());
        failed.forEach(line -> tool.tell("scancel: error: Kill job error on job id " + line));
        return failed.isEmpty();
    }
}
