package io.banyan.instance;

import io.banyan.instance.hierarchy.Cancellations;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.jobs.Loads;
import io.banyan.instance.jobs.Matches;
import io.banyan.instance.jobs.QueueControl;
import io.banyan.instance.jobs.QueuePlaces;
import io.banyan.instance.jobs.Queueing;
import io.banyan.instance.jobs.ReservationPass;
import io.banyan.instance.jobs.TimeLimits;
import io.banyan.instance.jobs.Timelines;
import io.banyan.instance.jobs.WaitExplainer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.turn.Authorization;
import io.banyan.instance.turn.Transition;
import java.util.List;
import java.util.Optional;

/**
 * Passes requests of clients about jobs and queues to the class that handles them, if the instance is ready. O(1)
 * without the handling.
 */
final class JobRequests {
    private final Readiness readiness;
    private final Authorization access;
    private final InstanceReports reports;
    private final Matches matches;
    private final Cancellations cancellations;
    private final JobLifecycle lives;
    private final Queueing queueing;
    private final QueueControl queues;
    private final Lookups lookups;
    private final Loads loads;
    private final WaitExplainer waits;
    private final QueuePlaces places;
    private final Timelines timelines;
    private final NodeList nodeList;
    private final TimeLimits timeLimits;

    JobRequests(
            InstanceState state,
            Readiness readiness,
            Authorization access,
            InstanceReports reports,
            Matches matches,
            JobCompletion endings,
            Cancellations cancellations,
            JobLifecycle lives,
            TimeLimits timeLimits,
            Queueing queueing,
            QueueControl queues,
            ReservationPass reservationPass) {
        this.readiness = readiness;
        this.access = access;
        this.reports = reports;
        this.matches = matches;
        this.cancellations = cancellations;
        this.lives = lives;
        this.queueing = queueing;
        this.queues = queues;
        this.lookups = new Lookups(state);
        this.loads = new Loads(state, endings);
        this.waits = new WaitExplainer(state, access, reservationPass);
        this.places = new QueuePlaces(state, access, waits);
        this.timelines = new Timelines(state, reservationPass);
        this.nodeList = new NodeList(state, access);
        this.timeLimits = timeLimits;
    }

    void asked(Transition turn, String call, JobRequest request) {
        switch (request) {
            case JobRequest.Jobs jobs -> turn.reply(call, jobs(turn, jobs));
            case JobRequest.Count count ->
                turn.reply(
                        call,
                        new JobAnswer.Counts(
                                reports.counts(count.selection(), job -> access.maySee(turn.asker(), job))));
            case JobRequest.Overview overview -> turn.reply(call, overview(turn, overview));
            case JobRequest.Cancel cancel -> cancellations.cancel(turn, call, cancel);
            case JobRequest.JobLook look -> withResources(turn, call, () -> lookups.look(turn, call, look));
            case JobRequest.JobInfo info -> withResources(turn, call, () -> lookups.info(turn, call, info, waits));
            case JobRequest.Explain explain -> withResources(turn, call, () -> lookups.explain(turn, call, explain));
            case JobRequest.ExplainJob explain -> withResources(turn, call, () -> waits.explain(turn, call, explain));
            case JobRequest.PartialCancel part ->
                withResources(turn, call, () -> loads.partialCancel(turn, call, part));
            case JobRequest.Update update -> withWill(turn, call, () -> loads.update(turn, call, update));
            case JobRequest.Submit submit -> withWill(turn, call, () -> queueing.submit(turn, call, submit));
            case JobRequest.SubmitAll all -> withWill(turn, call, () -> queueing.submitAll(turn, call, all));
            case JobRequest.Queues it -> withResources(turn, call, () -> queues.tell(turn, call));
            case JobRequest.SetQueue set -> withResources(turn, call, () -> queues.change(turn, call, set));
            case JobRequest.Urge urge -> withWill(turn, call, () -> queueing.urge(turn, call, urge));
            case JobRequest.Requeue requeue -> withWill(turn, call, () -> lives.requeue(turn, call, requeue));
            case JobRequest.Limit limit -> withWill(turn, call, () -> timeLimits.limit(turn, call, limit));
            case JobRequest.Pending pending -> withResources(turn, call, () -> waits.tell(turn, call, pending));
            case JobRequest.Priorities priorities ->
                withResources(turn, call, () -> places.tell(turn, call, priorities));
            case JobRequest.Timeline timeline -> withResources(turn, call, () -> timelines.tell(turn, call, timeline));
            case JobRequest.Match match -> withWill(turn, call, () -> matches.match(turn, call, match));
            case JobRequest.MultiMatch multi -> withWill(turn, call, () -> matches.multiMatch(turn, call, multi));
        }
    }

    /** The jobs and why they wait, at one moment. */
    private JobAnswer.Jobs jobs(Transition turn, JobRequest.Jobs request) {
        List<JobRecord> found = reports.jobs(request, job -> access.maySee(turn.asker(), job), turn.nowSec());
        boolean areMore = request.page() > 0 && found.size() > request.page();
        List<JobRecord> jobs = areMore ? found.subList(0, request.page()) : found;
        return new JobAnswer.Jobs(jobs, waits.told(turn, jobs, request.reasons()), areMore);
    }

    /**
     * The numbers, the jobs and the reasons, at one moment. O(owners + jobs that ended lately + nodes that are not up),
     * and O(jobs that have not ended) where jobs are wanted.
     */
    private JobAnswer.Overview overview(Transition turn, JobRequest.Overview request) {
        var first = new JobRequest.Jobs(JobSelection.ALL, false, true, JobRequest.Reasons.SAID, request.most(), 0, 0);
        return new JobAnswer.Overview(
                turn.asker().name(),
                reports.statistics(turn.nowSec(), false),
                request.most() == 0 ? new JobAnswer.Jobs(List.of(), List.of(), false) : jobs(turn, first),
                nodeList.notUp(),
                reports.ended(turn.nowSec() - JobAnswer.Overview.LATELY_SEC, job -> access.maySee(turn.asker(), job)),
                Optional.of(reports.others(turn.asker())));
    }

    private void withResources(Transition turn, String call, Runnable action) {
        readiness.withResources(turn, call, action);
    }

    private void withWill(Transition turn, String call, Runnable action) {
        readiness.withWill(turn, call, action);
    }
}
