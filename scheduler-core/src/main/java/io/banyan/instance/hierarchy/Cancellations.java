package io.banyan.instance.hierarchy;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import io.banyan.schedule.CancelVisits;
import java.util.Optional;

/** The ends of jobs that clients ask for. */
public final class Cancellations {
    private static final String ABANDONED =
            "an administrator abandoned the job; the end of its processes was not confirmed";

    private final InstanceState state;
    private final JobCompletion completion;
    private final PendingCalls pendingCalls;
    private final QueuedInstances queued;

    public Cancellations(
            InstanceState state, JobCompletion completion, PendingCalls pendingCalls, QueuedInstances queued) {
        this.state = state;
        this.completion = completion;
        this.pendingCalls = pendingCalls;
        this.queued = queued;
    }

    /** A client cancels a job. A child instance is stopped first, and killed at once where it is lost. */
    public void cancel(Transition transition, String call, JobRequest.Cancel request) {
        JobId id = request.job();
        Optional<JobRecord> job = state.jobs().find(id);
        if (job.isEmpty()) {
            transition.fail(call, ErrorCode.NOT_FOUND, "there is no job " + id + " here");
        } else if (job.get().state().isOver()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + id + " has ended: " + job.get().state());
        } else if (JobCompletion.isElsewhere(transition, call, job.get(), request.states())) {
            return;
        } else if (completion.isInEpilog(id)) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + id + " can no longer be cancelled: " + JobCompletion.IN_EPILOG);
        } else if (completion.isToldThatItTakesLong(transition, call, id)) {
            return;
        } else {
            pendingCalls.add(PendingCalls.cancel(id), call);
            if (request.counted() && job.get().state().isActive()) {
                pendingCalls.count(
                        call,
                        CancelVisits.of(
                                state.schedule(),
                                id,
                                state.resources().leftTags().of(id)));
            }
            completion.stop(transition, job.get(), JobState.CANCELLED, "cancelled");
        }
    }

    /**
     * Handles the statement of an administrator that no process of a child runs any more. Its remaining processes on
     * this machine are killed first.
     *
     * @param leftOut a remark for the detail
     */
    void abandon(Transition transition, String call, JobId id, String leftOut) {
        Optional<JobRecord> active = state.jobs().active(id);
        if (active.isEmpty()) {
            transition.fail(call, ErrorCode.NOT_FOUND, "there is no job " + id + " here that has not ended");
            return;
        }
        JobRecord job = active.get();
        boolean isStopping = job.state() == JobState.STOPPING;
        boolean isLost = job.child().filter(it -> it.state() == ChildState.LOST).isPresent();
        if (!isStopping && !isLost) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + id + " is neither a lost instance nor one that is being stopped; cancel it");
            return;
        }
        completion.takesLongNoMore(id);
        pendingCalls.add(PendingCalls.cancel(id), call);
        JobState then = isStopping ? state.jobs().stateAfterStop(id) : JobState.CANCELLED;
        transition.decide(new JobDecision.JobStopping(id, then, ABANDONED + leftOut));
        transition.add(new Effect.AbandonChild(id));
        if (!isStopping) {
            queued.stop(transition, id, completion.graceMillis(id, then));
        }
    }
}
