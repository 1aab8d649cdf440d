package io.banyan.instance;

/** Sends what clients ask about jobs and queues to whoever answers it, where the instance can do it now. O(1) besides the answer. */
final class JobRequests {
    private final Readiness readiness;
    private final Access access;
    private final Reports reports;
    private final Matches matches;
    private final Endings endings;
    private final JobLives lives;
    private final Queueing queueing;
    private final QueueControl queues;
    private final Lookups lookups;
    private final Loads loads;
    private final Waits waits;
    private final Timelines timelines;

    JobRequests(
            InstanceState state,
            Readiness readiness,
            Access access,
            Reports reports,
            Matches matches,
            Endings endings,
            JobLives lives,
            Queueing queueing,
            QueueControl queues,
            ReservationPass reservationPass) {
        this.readiness = readiness;
        this.access = access;
        this.reports = reports;
        this.matches = matches;
        this.endings = endings;
        this.lives = lives;
        this.queueing = queueing;
        this.queues = queues;
        this.lookups = new Lookups(state);
        this.loads = new Loads(state, endings);
        this.waits = new Waits(state, access, reservationPass);
        this.timelines = new Timelines(state, reservationPass);
    }

    void asked(Turn turn, String call, JobRequest request) {
        switch (request) {
            case JobRequest.Jobs jobs ->
                turn.reply(
                        call,
                        new JobAnswer.Jobs(reports.jobs(jobs, job -> access.maySee(turn.asker(), job), turn.nowSec())));
            case JobRequest.Cancel cancel -> endings.cancel(turn, call, cancel.job(), cancel.counted());
            case JobRequest.JobInfo info -> withResources(turn, call, () -> lookups.info(turn, call, info));
            case JobRequest.Explain explain -> withResources(turn, call, () -> lookups.explain(turn, call, explain));
            case JobRequest.PartialCancel part ->
                withResources(turn, call, () -> loads.partialCancel(turn, call, part));
            case JobRequest.Update update -> withWill(turn, call, () -> loads.update(turn, call, update));
            case JobRequest.Submit submit -> withWill(turn, call, () -> queueing.submit(turn, call, submit));
            case JobRequest.Queues it -> withResources(turn, call, () -> queues.tell(turn, call));
            case JobRequest.SetQueue set -> withResources(turn, call, () -> queues.change(turn, call, set));
            case JobRequest.Urge urge -> withWill(turn, call, () -> queueing.urge(turn, call, urge));
            case JobRequest.Requeue requeue -> withWill(turn, call, () -> lives.requeue(turn, call, requeue));
            case JobRequest.Limit limit -> withWill(turn, call, () -> lives.limit(turn, call, limit));
            case JobRequest.Pending pending -> withResources(turn, call, () -> waits.tell(turn, call, pending));
            case JobRequest.Timeline timeline -> withResources(turn, call, () -> timelines.tell(turn, call, timeline));
            case JobRequest.Match match -> withWill(turn, call, () -> matches.match(turn, call, match));
            case JobRequest.MultiMatch multi -> withWill(turn, call, () -> matches.multiMatch(turn, call, multi));
        }
    }

    private void withResources(Turn turn, String call, Runnable action) {
        readiness.withResources(turn, call, action);
    }

    private void withWill(Turn turn, String call, Runnable action) {
        readiness.withWill(turn, call, action);
    }
}
