package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.hierarchy.QueuedInstances;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Jobs that are submitted: they wait, start when it is their turn and there is room, run, and end by themselves. */
public final class QueueHandlers {
    private final InstanceState state;
    private final JobCompletion completion;
    private final JobLifecycle lifecycle;
    private final QueuedInstances queued;
    private final ElasticPass elastic;
    private final QueueControl control;
    private final Submissions submissions;
    private final ReservationPass reservationPass;
    private final QueueRound round;
    private boolean isAlarm;
    private boolean hasLooked;

    public QueueHandlers(
            InstanceState state,
            CountedMatcher matching,
            JobCompletion completion,
            JobLifecycle lifecycle,
            QueuedInstances queued,
            Passes passes,
            QueueControl control,
            ReservationPass reservationPass,
            ElasticPass elastic) {
        this.state = state;
        this.completion = completion;
        this.lifecycle = lifecycle;
        this.queued = queued;
        this.elastic = elastic;
        this.control = control;
        this.submissions =
                new Submissions(state, matching, lifecycle, reservationPass, new QueueGrants(state, completion));
        this.reservationPass = reservationPass;
        this.round = new QueueRound(state, matching, completion, passes, elastic);
    }

    public long nextDeadline() {
        return elastic.nextDeadline();
    }

    /** A job that could never start here is not taken. */
    public void submit(Transition transition, String call, JobRequest.Submit asked) {
        switch (submissions.check(transition, asked)) {
            case Submissions.Checked.Refused(Answer answer) -> transition.reply(call, answer);
            case Submissions.Checked.Taken taken -> {
                JobId first = submissions.put(transition, taken);
                goOn(transition, false);
                answer(transition, call, first);
            }
        }
    }

    /** All of the jobs are taken, or none. */
    public void submitAll(Transition transition, String call, JobRequest.SubmitAll asked) {
        switch (submissions.check(transition, asked)) {
            case Submissions.AllChecked.Refused(JobAnswer.NoneSubmitted none) -> transition.reply(call, none);
            case Submissions.AllChecked.Taken(List<Submissions.Checked.Taken> requests) -> {
                List<JobId> jobs = requests.stream()
                        .map(request -> submissions.put(transition, request))
                        .toList();
                goOn(transition, false);
                transition.reply(call, new JobAnswer.AllSubmitted(jobs.getFirst(), jobs.size()));
            }
        }
    }

    /** Puts the same jobspec into the queue once more, in the name of the same owner. */
    void again(Transition transition, JobRecord job, Submission submission, Jobspec jobspec) {
        submissions.put(
                transition,
                new JobDecision.JobSubmitted(
                        state.transients().numbers().take(),
                        job.name(),
                        job.owner(),
                        jobspec,
                        new Submission(
                                transition.nowMillis(),
                                submission.urgency(),
                                submission.array(),
                                submission.account(),
                                submission.osUser()),
                        job.ifLost()));
    }

    public void urge(Transition transition, String call, JobRequest.Urge request) {
        Optional<JobRecord> job = state.jobs().find(request.job());
        if (job.isEmpty()) {
            transition.fail(call, ErrorCode.NOT_FOUND, "there is no job " + request.job() + " here");
            return;
        }
        JobRecord waiting = job.get();
        if (JobCompletion.isElsewhere(transition, call, waiting, request.states())) {
            return;
        }
        boolean waits = waiting.submission().isPresent()
                && (waiting.state() == JobState.PENDING || waiting.state() == JobState.RESERVED);
        if (!waits) {
            transition.fail(
                    call, ErrorCode.WRONG_STATE, "job " + request.job() + " is not waiting: it is " + waiting.state());
            return;
        }
        if (state.submitted().queue().isBooked(waiting.id())) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + waiting.id() + " is booked, and its urgency changes nothing; cancel it to free its "
                            + "resources");
            return;
        }
        if (waiting.state() == JobState.RESERVED) {
            completion.unplan(transition, waiting.id());
        }
        transition.decide(new JobDecision.JobUrged(waiting.id(), request.urgency()));
        goOn(transition, false);
        answer(transition, call, waiting.id());
    }

    private void answer(Transition transition, String call, JobId id) {
        transition.reply(call, new JobAnswer.Submitted(state.jobs().find(id).orElseThrow()));
    }

    /**
     * Handles the end of a job's processes. If its command ended by itself, its status decides the state of the job.
     * This also holds if, before the epilog was over or before the end was observed, the job expired, was cancelled or
     * was preempted. A job that was requeued waits again in any case.
     */
    public void finished(Transition transition, Event.JobFinished finished) {
        state.jobs().active(finished.job()).filter(JobRecord::hasProcesses).ifPresent(job -> {
            Optional<JobState> then = job.state() == JobState.STOPPING
                    ? Optional.of(state.jobs().stateAfterStop(job.id()))
                    : Optional.empty();
            boolean stands = finished.byItself() && state.jobs().endsAsItsCommand(job.id());
            JobState how = finished.isFailed() ? JobState.FAILED : JobState.COMPLETED;
            if (job.isInstance()) {
                tasksEnded(transition, job, then.isEmpty() || stands ? Optional.of(how) : Optional.empty(), finished);
            } else if (then.isEmpty() || stands) {
                completion.end(transition, job.id(), how, finished.detail(), finished.usage());
            } else if (then.get() == JobState.PENDING) {
                lifecycle.requeued(transition, job.id());
            } else {
                completion.end(transition, job.id(), then.get(), job.detail(), finished.usage());
            }
        });
    }

    /**
     * Handles the end of a job's tasks, and ends the instance that they worked with.
     *
     * @param how the final state of the job; empty if an earlier stop determined it
     */
    private void tasksEnded(Transition transition, JobRecord job, Optional<JobState> how, Event.JobFinished finished) {
        boolean isOver = queued.tasksEnded(job.id(), finished.usage());
        how.ifPresent(then -> transition.decide(new JobDecision.JobStopping(
                job.id(), then, finished.detail(), OptionalLong.empty(), finished.usage())));
        if (job.state() != JobState.STOPPING) {
            completion.stopProcesses(transition, job, how.orElseThrow());
        }
        if (isOver) {
            lifecycle.instanceEnded(transition, state.jobs().find(job.id()).orElseThrow(), "");
        }
    }

    /** Records that all consequences of earlier decisions have been decided. */
    public void settled(Transition transition) {
        state.transients().settled();
        planLook(transition);
    }

    /** The event is that a time has come. */
    public void alarm() {
        isAlarm = true;
    }

    /**
     * Whether the elastic policy was asked since its time had come: then it matters when that was, whatever came of it.
     */
    public boolean hasLooked() {
        return hasLooked;
    }

    /** Starts and plans jobs if an event could change the result, then notifies the waiting calls. */
    public void goOn(Transition transition, boolean isStopping) {
        look(transition, isStopping);
        lifecycle.tell(transition);
    }

    private void look(Transition transition, boolean isStopping) {
        boolean isDue = elastic.isDue(transition.nowMillis(), isAlarm);
        hasLooked = isDue && isAlarm;
        isAlarm = false;
        if (isStopping || !state.isJoined()) {
            elastic.rest();
            hasLooked = false;
            return;
        }
        lifecycle.goOn(transition);
        control.goOn(transition);
        boolean hasNews = state.submitted().queue().hasNews();
        if (hasNews || isDue) {
            elastic.run(transition);
            round.run(transition);
        }
        if (hasNews || isDue || transition.hasDecided()) {
            planLook(transition);
        }
        reservationPass.goOn(transition);
    }

    /** When the elastic policy is to be asked although nothing happens. */
    private void planLook(Transition transition) {
        elastic.planLook(transition);
        elastic.lookBy(round.nextLook(transition));
    }
}
