package io.banyan.cli.usage;

import io.banyan.cli.call.Asked;
import io.banyan.cli.jobs.JobActions;
import io.banyan.cli.jobs.JobSelector;
import io.banyan.cli.look.ListedJob;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.wire.UsageMessages;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banyan usage}: the processor time and the memory that jobs used. */
@Command(
        name = "usage",
        description = "Show the processor time and memory that jobs have used.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan usage 7",
            "banyan usage 3_[0-9] 12 -o json",
            "",
            "'cpu %%' is the processor time divided by the core time of the job. 'largest process' "
                    + "is the peak memory of",
            "the largest process, 'all processes' that of all together, which is known if the daemon " + "has a cgroup",
            "(execution.cgroup). Tasks on other machines are not measured."
        })
public final class UsageCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final JobSelector jobs = new JobSelector();

    /** The command of a terminal. */
    public UsageCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobActions.Outcome<UsageMessages.Measured> outcome = new JobActions(asked, jobs)
                .perform(
                        JobSelector.Suitable.ALL,
                        (client, job, states) -> client.queueing().usage(job));
        List<JobRecord> found =
                outcome.done().stream().map(UsageMessages.Measured::job).toList();
        Map<JobId, JobAccount> accounts = asked.ask(client -> accounts(client, found));
        long nowSec = Instant.now().getEpochSecond();
        List<UsageView> views = outcome.done().stream()
                .map(it -> view(it, Optional.ofNullable(accounts.get(it.job().id())), nowSec))
                .toList();
        List<Object> all = new ArrayList<>(views);
        all.addAll(outcome.failed());
        asked.print(all, it -> UsageTable.text(views));
        outcome.requireAll();
        return ExitStatus.DONE;
    }

    private static UsageView view(UsageMessages.Measured measured, Optional<JobAccount> past, long nowSec) {
        JobRecord job = measured.job().accounted(measured.job().account().or(() -> past));
        return UsageView.of(new ListedJob(job, "", "", nowSec), measured.usage());
    }

    /**
     * Returns the accounts of jobs that have ended; how many cores they had is in the history only. O(jobs that ended
     * in the same seconds).
     */
    private static Map<JobId, JobAccount> accounts(BanyanClient client, List<JobRecord> jobs) throws ClientException {
        TreeSet<Long> ends = jobs.stream()
                .filter(job -> job.account().isEmpty())
                .flatMap(job -> job.endedSec().stream().boxed())
                .collect(Collectors.toCollection(TreeSet::new));
        Map<JobId, JobAccount> accounts = new HashMap<>();
        for (long end : ends) {
            client.history(new HistoryQuery(end, end + 1, Optional.empty(), HistoryQuery.MOST)).jobs().stream()
                    .forEach(job -> job.account().ifPresent(account -> accounts.put(job.id(), account)));
        }
        return accounts;
    }
}
