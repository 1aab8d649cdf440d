package io.banyan.instance.hierarchy;

import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import java.util.List;
import java.util.Optional;

/**
 * The end of an instance: its children and its command are stopped, its jobs end, its providers take back their
 * resources, it sends the leave message to its parent, and the process ends. Every step that waits for another party
 * has a deadline, after which the next step follows.
 */
public final class InstanceStop {
    /** Why an instance ends that was asked to. */
    public static final String ASKED = "the instance was asked to stop";

    private enum Step {
        RUNNING,
        STOPPING_CHILDREN,
        GIVING_BACK,
        LEAVING,
        HALTED
    }

    private final InstanceState state;
    private final Grows grows;
    private final ResourceReturn resourceReturn;
    private final JobCompletion completion;
    private final ParentRegistration parent;
    private Step step = Step.RUNNING;
    private String reason = "";
    private boolean isWelcome = true;
    private boolean hasCommand;
    /** Whether processes below may still run, because their end was not reported. */
    private boolean leavesBehind;

    private long deadline = Deadlines.NEVER;
    /** The registration in which the leave message was sent to the parent. */
    private long leftIn;

    public InstanceStop(
            InstanceState state,
            Grows grows,
            ResourceReturn resourceReturn,
            JobCompletion completion,
            ParentRegistration parent) {
        this.state = state;
        this.grows = grows;
        this.resourceReturn = resourceReturn;
        this.completion = completion;
        this.parent = parent;
    }

    public boolean isStopping() {
        return step != Step.RUNNING || state.leaving().isPresent();
    }

    public long nextDeadline() {
        return deadline;
    }

    /** Begins; asked again, it changes nothing. */
    public void begin(Transition transition, String why) {
        if (step != Step.RUNNING) {
            return;
        }
        reason = why;
        if (state.config().parentJob().isPresent() && state.leaving().isEmpty()) {
            transition.decide(new LevelDecision.Leaving(why));
        }
        enter(transition, Step.STOPPING_CHILDREN);
        grows.stop(transition);
        for (JobRecord job : state.jobs().active()) {
            if (job.isInstance() && !job.isQueuedInstance()) {
                completion.stopInstance(transition, job, JobState.COMPLETED, why);
            } else if (job.hasProcesses()) {
                completion.stop(transition, job, JobState.CANCELLED, why);
            }
        }
        goOn(transition);
    }

    /** A command uses the resources of the instance. */
    public void commandStarted() {
        hasCommand = true;
    }

    /** The command has ended, and with it the purpose of the instance. */
    public void commandEnded(Transition transition, String how) {
        hasCommand = false;
        begin(transition, how);
    }

    /** Ends the process alone. */
    public void suspend(Transition transition, String call) {
        if (!state.config().durable()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "the journal of this instance is in memory, so its jobs would be lost; stop the instance without --keep-jobs");
            return;
        }
        if (isStopping()) {
            transition.fail(call, ErrorCode.UNAVAILABLE, "the instance is already stopping, with its jobs");
            return;
        }
        transition.reply(call, new Answer.Stopping());
        halt(transition);
    }

    /** The process is a new one: an end that had begun goes on. */
    public void restarted(Transition transition) {
        state.leaving().ifPresent(why -> begin(transition, why));
    }

    /** Handles a parent that does not know the job, or a job that has ended: no leave message is sent. */
    public void orphaned(Transition transition, String why) {
        isWelcome = false;
        begin(transition, why);
    }

    /** The parent has freed everything. */
    public void leaveSeen(Transition transition) {
        if (step == Step.LEAVING) {
            halt(transition);
        }
    }

    /** Takes the next step, where nothing is waited for any more; called after every event. */
    public void goOn(Transition transition) {
        boolean isOver = deadline <= transition.nowMillis();
        if (step == Step.STOPPING_CHILDREN && (isOver || (childrenAreGone() && !hasCommand))) {
            leavesBehind = !childrenAreGone() || hasCommand;
            enter(transition, Step.GIVING_BACK);
            giveBack(transition);
            isOver = false;
        }
        if (step == Step.GIVING_BACK && (isOver || !awaitsProvider())) {
            sayWhatMayCome(transition);
            enter(transition, Step.LEAVING);
            isOver = false;
        }
        if (step == Step.LEAVING) {
            leave(transition, isOver);
        }
    }

    private void sayWhatMayCome(Transition transition) {
        String then = takesLeave()
                ? "; the parent returns any resources that it still supplies"
                : "; any resources that it still supplies are not returned, so release them directly at the provider";
        state.provisions().forEach((id, provider) -> transition.warn(provider + " has not answered for " + id + then));
    }

    private boolean takesLeave() {
        return isWelcome && !leavesBehind && state.config().parentJob().isPresent();
    }

    /**
     * Sends the leave message in every session with the parent, because an earlier session may have ended before the
     * message arrived. Ends without it if the parent cannot be reached, or if processes below may still use the
     * resources that the parent would free. In the latter case the parent's launcher must end these processes first.
     */
    private void leave(Transition transition, boolean isOver) {
        if (isOver || !takesLeave()) {
            halt(transition);
        } else if (parent.isRegistered() && leftIn != parent.registrations()) {
            leftIn = parent.registrations();
            transition.add(new Effect.ToParent(new UpMessage.Leave(
                    reason, ProviderReconciliation.outstanding(state).isEmpty())));
        }
    }

    /**
     * Returns the resources, except those of a job or a child that may still run: the next process or the parent's
     * launcher ends it.
     */
    private void giveBack(Transition transition) {
        for (JobRecord job : state.jobs().all()) {
            boolean isOver = job.state().isOver();
            if (!isOver && !job.hasProcesses()) {
                completion.end(transition, job.id(), JobState.CANCELLED, reason);
            } else if (!isOver && !job.isInstance()) {
                transition.warn("job " + job.id() + " has not ended, and keeps its resources until it ends");
            }
        }
        for (GrantOrigin origin : state.origins().all()) {
            if (origin.arrival() == GrowRoute.PROVIDER) {
                giveBack(transition, origin);
            }
        }
        List<String> open = state.returns().open().requestIds().stream()
                .filter(id -> state.returns().open().own(id).isPresent())
                .toList();
        if (!open.isEmpty()) {
            resourceReturn.again(transition, "!stop" + state.path(), Optional.empty(), open);
        }
    }

    private void giveBack(Transition transition, GrantOrigin origin) {
        List<String> unused = origin.tops().stream()
                .filter(path -> state.users(state.resources().index(path)).isEmpty())
                .toList();
        if (unused.size() < origin.tops().size()) {
            transition.warn("the resources of grow " + origin.id()
                    + " are in use by a job that has not ended, and are not all returned");
        }
        if (!unused.isEmpty()) {
            String id = origin.id() + "!stop" + state.path();
            resourceReturn.begin(transition, id, List.of(), List.of(new Parcel(origin.id(), unused)));
        }
    }

    /** Whether resources that a provider was asked for may still come; they go back then. */
    private boolean awaitsProvider() {
        return !state.returns().releasing().isEmpty() || !state.provisions().isEmpty();
    }

    private boolean childrenAreGone() {
        return state.jobs().active().stream().noneMatch(JobRecord::hasProcesses);
    }

    private void enter(Transition transition, Step next) {
        step = next;
        InstanceLimits limits = state.config().limits();
        long grace = limits.stopMillis();
        deadline = transition.nowMillis()
                + switch (next) {
                    case STOPPING_CHILDREN -> 2 * grace;
                    // A parent that is there is registered with within that.
                    case LEAVING -> parent.isRegistered() ? grace : Math.min(grace, limits.heartbeatMillis());
                    case RUNNING, GIVING_BACK, HALTED -> grace;
                };
    }

    private void halt(Transition transition) {
        step = Step.HALTED;
        deadline = Deadlines.NEVER;
        transition.add(new Effect.Halt());
    }
}
