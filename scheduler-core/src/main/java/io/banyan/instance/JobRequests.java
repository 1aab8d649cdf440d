package io.banyan.instance;

import io.banyan.instance.hierarchy.Cancellations;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.jobs.Horizons;
import io.banyan.instance.jobs.MatchRequests;
import io.banyan.instance.jobs.NamedBookings;
import io.banyan.instance.jobs.QueueControl;
import io.banyan.instance.jobs.QueueHandlers;
import io.banyan.instance.jobs.QueuePlaces;
import io.banyan.instance.jobs.ReservationPass;
import io.banyan.instance.jobs.TimeLimits;
import io.banyan.instance.jobs.Timelines;
import io.banyan.instance.jobs.WaitExplainer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Authorization;
import io.banyan.instance.transition.Transition;
import java.util.List;
import java.util.Optional;

/**
 * Passes requests of clients about jobs and queues to the class that handles them, if the instance is ready. O(1)
 * without the handling.
 */
final class JobRequests {
    private final Readiness readiness;
    private final Authorization authorization;
    private final InstanceReports reports;
    private final MatchRequests matches;
    private final Cancellations cancellations;
    private final JobLifecycle lifecycle;
    private final QueueHandlers queueing;
    private final QueueControl queues;
    private final Lookups lookups;
    private final NamedBookings loads;
    private final WaitExplainer waits;
    private final QueuePlaces places;
    private final Timelines timelines;
    private final Horizons horizons;
    private final NodeList nodeList;
    private final TimeLimits timeLimits;

    JobRequests(
            InstanceState state,
            Readiness readiness,
            Authorization authorization,
            InstanceReports reports,
            MatchRequests matches,
            JobCompletion completion,
            Cancellations cancellations,
            JobLifecycle lifecycle,
            TimeLimits timeLimits,
            QueueHandlers queueing,
            QueueControl queues,
            ReservationPass reservationPass) {
        this.readiness = readiness;
        this.authorization = authorization;
        this.reports = reports;
        this.matches = matches;
        this.cancellations = cancellations;
        this.lifecycle = lifecycle;
        this.queueing = queueing;
        this.queues = queues;
        this.lookups = new Lookups(state);
        this.loads = new NamedBookings(state, completion);
        this.waits = new WaitExplainer(state, authorization, reservationPass);
        this.places = new QueuePlaces(state, authorization, waits);
        this.timelines = new Timelines(state, reservationPass);
        this.horizons = new Horizons(state);
        this.nodeList = new NodeList(state, authorization);
        this.timeLimits = timeLimits;
    }

    void asked(Transition transition, String call, JobRequest request) {
        switch (request) {
            case JobRead.Jobs jobs -> transition.reply(call, jobs(transition, jobs));
            case JobRead.Count count ->
                transition.reply(
                        call,
                        new JobAnswer.Counts(reports.counts(
                                count.selection(), job -> authorization.maySee(transition.asker(), job))));
            case JobRead.Overview overview -> transition.reply(call, overview(transition, overview));
            case JobRequest.Cancel cancel -> cancellations.cancel(transition, call, cancel);
            case JobRead.JobLook look -> withResources(transition, call, () -> lookups.look(transition, call, look));
            case JobRead.JobInfo info ->
                withResources(transition, call, () -> lookups.info(transition, call, info, waits));
            case JobRead.Explain explain ->
                withResources(transition, call, () -> lookups.explain(transition, call, explain));
            case JobRead.ExplainJob explain ->
                withResources(transition, call, () -> waits.explain(transition, call, explain));
            case JobRequest.PartialCancel part ->
                withResources(transition, call, () -> loads.partialCancel(transition, call, part));
            case JobRequest.Update update -> withWill(transition, call, () -> loads.update(transition, call, update));
            case JobRequest.Submit submit ->
                withWill(transition, call, () -> queueing.submit(transition, call, submit));
            case JobRequest.SubmitAll all ->
                withWill(transition, call, () -> queueing.submitAll(transition, call, all));
            case JobRead.Queues it -> withResources(transition, call, () -> queues.tell(transition, call));
            case JobRequest.SetQueue set -> withResources(transition, call, () -> queues.change(transition, call, set));
            case JobRequest.Urge urge -> withWill(transition, call, () -> queueing.urge(transition, call, urge));
            case JobRequest.Requeue requeue ->
                withWill(transition, call, () -> lifecycle.requeue(transition, call, requeue));
            case JobRequest.Limit limit -> withWill(transition, call, () -> timeLimits.limit(transition, call, limit));
            case JobRead.Pending pending ->
                withResources(transition, call, () -> waits.tell(transition, call, pending));
            case JobRead.Priorities priorities ->
                withResources(transition, call, () -> places.tell(transition, call, priorities));
            case JobRead.Timeline timeline ->
                withResources(transition, call, () -> timelines.tell(transition, call, timeline));
            case JobRead.Horizon horizon ->
                withResources(transition, call, () -> horizons.tell(transition, call, horizon));
            case JobRequest.Match match -> withWill(transition, call, () -> matches.match(transition, call, match));
            case JobRequest.MultiMatch multi ->
                withWill(transition, call, () -> matches.multiMatch(transition, call, multi));
        }
    }

    /** The jobs and why they wait, at one moment. */
    private JobAnswer.Jobs jobs(Transition transition, JobRead.Jobs request) {
        List<JobRecord> found =
                reports.jobs(request, job -> authorization.maySee(transition.asker(), job), transition.nowSec());
        boolean areMore = request.page() > 0 && found.size() > request.page();
        List<JobRecord> jobs = areMore ? found.subList(0, request.page()) : found;
        return new JobAnswer.Jobs(jobs, waits.told(transition, jobs, request.reasons()), areMore);
    }

    /**
     * The numbers, the jobs and the reasons, at one moment. O(owners + jobs that ended lately + nodes that are not up),
     * and O(jobs that have not ended) where jobs are wanted.
     */
    private JobAnswer.Overview overview(Transition transition, JobRead.Overview request) {
        var first = new JobRead.Jobs(JobSelection.ALL, false, true, JobRead.Reasons.SAID, request.most(), 0, 0);
        return new JobAnswer.Overview(
                transition.asker().name(),
                reports.statistics(transition.nowSec(), false),
                request.most() == 0 ? new JobAnswer.Jobs(List.of(), List.of(), false) : jobs(transition, first),
                nodeList.notUp(),
                reports.ended(
                        transition.nowSec() - JobAnswer.Overview.LATELY_SEC,
                        job -> authorization.maySee(transition.asker(), job)),
                Optional.of(reports.others(transition.asker())));
    }

    private void withResources(Transition transition, String call, Runnable action) {
        readiness.withResources(transition, call, action);
    }

    private void withWill(Transition transition, String call, Runnable action) {
        readiness.withWill(transition, call, action);
    }
}
