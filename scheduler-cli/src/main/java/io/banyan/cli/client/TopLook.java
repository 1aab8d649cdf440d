package io.banyan.cli.client;

import io.banyan.instance.Amount;
import io.banyan.instance.JobAccount;
import io.banyan.instance.JobRecord;
import io.banyan.instance.JobRequest;
import io.banyan.instance.JobState;
import io.banyan.instance.NodeReport;
import io.banyan.instance.NodeState;
import io.banyan.instance.Statistics;
import io.banyan.instance.Submission;
import io.banyan.instance.Waiting;
import io.banyan.planner.TimeWindow;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rset.HostList;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One look at what goes on in an instance: a few calls whose answers are small, however many jobs and nodes there are.
 *
 * @param most how many jobs are looked at that run, and that wait
 */
record TopLook(BanyanClient client, int most) {
    /** Over how long it is counted how many jobs ended. */
    private static final int RECENT_SEC = 10;

    private static final int MOST_ENDED = 10_000;
    private static final int MOST_NODES = 10_000;
    private static final long MILLIS = 1000;
    private static final String NODE = "node";

    /** What it sees now. */
    TopView look(long nowSec) throws ClientException {
        Statistics statistics = client.stat();
        @Nullable Amount nodes = statistics.amounts().get(NODE);
        @Nullable Amount cores = statistics.amounts().get("core");
        long notUp = nodes == null ? 0 : notUp();
        List<JobRecord> jobs =
                client.jobs(new JobRequest.Jobs(false, true, most)).jobs();
        long running = count(statistics, JobState.RUNNING) + count(statistics, JobState.STOPPING);
        long waiting = count(statistics, JobState.PENDING) + count(statistics, JobState.RESERVED);
        return new TopView(
                statistics.path(),
                statistics.name(),
                nowSec,
                nodes == null ? null : nodes.total(),
                nodes == null ? null : nodes.total() - notUp,
                notUp,
                cores == null ? null : cores.total(),
                TopView.used(cores),
                running,
                waiting,
                endedPerSec(nowSec),
                jobs.stream().filter(TopLook::runs).map(TopLook::running).toList(),
                waiting(jobs));
    }

    private static long count(Statistics statistics, JobState state) {
        return statistics.jobs().getOrDefault(state, 0L);
    }

    private long notUp() throws ClientException {
        EnumSet<NodeState> states = EnumSet.complementOf(EnumSet.of(NodeState.UP));
        List<NodeReport> found = NodeNames.all(client, NODE, HostList.of(List.of()), states, MOST_NODES);
        return found.size();
    }

    private double endedPerSec(long nowSec) throws ClientException {
        var recent = new HistoryQuery(nowSec - RECENT_SEC, nowSec, Optional.empty(), MOST_ENDED);
        return (double) client.history(recent).jobs().size() / RECENT_SEC;
    }

    private static boolean runs(JobRecord job) {
        return job.state() == JobState.RUNNING || job.state() == JobState.STOPPING;
    }

    private static TopView.Running running(JobRecord job) {
        Optional<JobAccount> account = job.account();
        TimeWindow window = job.window();
        boolean hasEnd = !JobView.end(window).equals("-");
        OptionalLong started = account.map(JobAccount::startedSec).orElse(OptionalLong.empty());
        return new TopView.Running(
                job.id().value(),
                job.name(),
                job.owner(),
                JobView.lower(job.state()),
                account.map(JobAccount::nodes).orElse(null),
                account.map(JobAccount::cores).orElse(null),
                started.isPresent() ? started.getAsLong() : window.startSec(),
                hasEnd ? window.endSec() : null);
    }

    private List<TopView.Waits> waiting(List<JobRecord> jobs) throws ClientException {
        List<TopView.Waits> waiting = new ArrayList<>();
        for (JobRecord job : jobs) {
            if (!runs(job)) {
                waiting.add(new TopView.Waits(
                        job.id().value(),
                        job.name(),
                        job.owner(),
                        JobView.lower(job.state()),
                        job.submission()
                                .map(Submission::atMillis)
                                .map(at -> at / MILLIS)
                                .orElse(null),
                        why(job)));
            }
        }
        return waiting;
    }

    private String why(JobRecord job) throws ClientException {
        if (job.state() == JobState.RESERVED && job.plan().isPresent()) {
            return "to start by " + JobView.start(job.window());
        }
        List<Waiting> told = client.queueing()
                .pending(new JobRequest.Pending(Optional.of(job.id()), false))
                .waiting();
        return told.isEmpty() ? "" : WaitText.text(told.get(0).why());
    }
}
