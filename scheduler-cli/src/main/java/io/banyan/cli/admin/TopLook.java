package io.banyan.cli.admin;

import io.banyan.cli.call.JobView;
import io.banyan.cli.look.WaitText;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The state of an instance at one moment. One call returns it, so all numbers and rows describe the same moment,
 * however many jobs start and end.
 *
 * @param most the maximum number of running jobs, and of waiting jobs
 */
record TopLook(BanyanClient client, int most) {
    private static final long MILLIS = 1000;
    private static final String NODE = "node";

    /** Returns a view of the instance as it is now. */
    TopView look(long nowSec) throws ClientException {
        return view(client.overview(new JobRead.Overview(most)), nowSec);
    }

    private static TopView view(JobAnswer.Overview overview, long nowSec) {
        Statistics statistics = overview.statistics();
        @Nullable Amount nodes = statistics.amounts().get(NODE);
        @Nullable Amount cores = statistics.amounts().get("core");
        List<JobRecord> jobs = overview.jobs().jobs();
        return new TopView(
                statistics.path(),
                statistics.name(),
                nowSec,
                nodes == null ? null : nodes.total(),
                nodes == null ? null : nodes.total() - overview.nodesNotUp(),
                overview.nodesNotUp(),
                cores == null ? null : cores.total(),
                TopView.used(cores),
                count(statistics, JobState.RUNNING) + count(statistics, JobState.STOPPING),
                count(statistics, JobState.PENDING) + count(statistics, JobState.RESERVED),
                (double) overview.endedLately() / JobAnswer.Overview.LATELY_SEC,
                jobs.stream().filter(TopLook::runs).map(TopLook::running).toList(),
                waiting(jobs, overview.jobs().waiting()));
    }

    private static long count(Statistics statistics, JobState state) {
        return statistics.jobs().getOrDefault(state, 0L);
    }

    private static boolean runs(JobRecord job) {
        return job.state() == JobState.RUNNING || job.state() == JobState.STOPPING;
    }

    private static TopView.Running running(JobRecord job) {
        Optional<JobAccount> account = job.account();
        TimeWindow window = job.window();
        OptionalLong started = account.map(JobAccount::startedSec).orElse(OptionalLong.empty());
        return new TopView.Running(
                job.id().value(),
                job.name(),
                job.owner(),
                JobView.lower(job.state()),
                account.map(JobAccount::shownNodes).orElse(null),
                account.map(JobAccount::shownCores).orElse(null),
                started.isPresent() ? started.getAsLong() : window.startSec(),
                JobView.endSec(window));
    }

    private static List<TopView.Waits> waiting(List<JobRecord> jobs, List<Waiting> reasons) {
        Map<JobId, Waiting> byJob = reasons.stream().collect(Collectors.toMap(Waiting::job, Function.identity()));
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
                        why(job, byJob.get(job.id()))));
            }
        }
        return waiting;
    }

    private static String why(JobRecord job, @Nullable Waiting waiting) {
        boolean isBooked = waiting != null && waiting.why() instanceof WaitReason.Booked;
        if (job.state() == JobState.RESERVED && job.plan().isPresent() && !isBooked) {
            return "to start by " + JobView.start(job.window());
        }
        return waiting == null ? "" : WaitText.text(waiting.why());
    }
}
