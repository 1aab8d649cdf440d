package io.banyan.instance;

import io.banyan.instance.hierarchy.Children;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.jobs.QueueHandlers;
import io.banyan.instance.jobs.Rescales;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The input that a {@code JournalVerifier} gives to an instance besides events: a journal does not contain the messages
 * of other instances, but the decisions that followed. For its thread.
 */
public final class JournalReplayInput {
    private final Instance instance;
    private final InstanceState state;
    private final JobCompletion completion;
    private final JobLifecycle lifecycle;
    private final Children children;

    private final QueueHandlers queueing;
    private final Rescales rescales;

    JournalReplayInput(
            Instance instance,
            InstanceState state,
            JobCompletion completion,
            JobLifecycle lifecycle,
            Children children,
            QueueHandlers queueing,
            Rescales rescales) {
        this.instance = instance;
        this.state = state;
        this.completion = completion;
        this.lifecycle = lifecycle;
        this.children = children;
        this.queueing = queueing;
        this.rescales = rescales;
    }

    /**
     * Replays all the decisions as {@link Instance#replay} does, at any time. They are the result of an event that this
     * instance does not receive. Afterwards the instance knows the deadlines, but not the waits for other parties. The
     * decisions include all consequences for waiting jobs. O(decisions + active jobs).
     */
    public void takeOver(List<Decision> decisions, long atMillis) {
        decisions.forEach(decision -> instance.replay(decision, atMillis));
        Transition transition = new Transition(state, atMillis, Principal.OWNER);
        Set<JobId> said = decisions.stream()
                .filter(JobDecision.class::isInstance)
                .map(decision -> ((JobDecision) decision).job())
                .collect(Collectors.toSet());
        state.jobs().active().stream()
                .filter(job -> said.contains(job.id()) || !completion.isTracked(job.id()))
                .forEach(job -> completion.track(transition, job));
        settle(transition);
    }

    private void settle(Transition transition) {
        if (state.isJoined()) {
            lifecycle.restarted();
            rescales.awaitAnswers();
            var unused = state.transients().unseen().takeLost();
            queueing.settled(transition);
        }
    }

    /** Begins with all decisions so far, the last of them at the given time. O(decisions). */
    public void begun(List<Transaction> past, long atMillis) {
        // A reservation of this moment starts after it, and not at it.
        Set<JobId> granted = past.stream()
                .filter(transaction -> transaction.atMillis() == atMillis)
                .flatMap(transaction -> transaction.decisions().stream())
                .flatMap(decision -> grantedBy(decision).stream())
                .collect(Collectors.toSet());
        Transition transition = new Transition(state, atMillis, Principal.OWNER);
        Transition before = new Transition(state, atMillis - 1, Principal.OWNER);
        state.jobs().active().forEach(job -> completion.track(granted.contains(job.id()) ? transition : before, job));
        settle(transition);
    }

    /** Returns the job whose resources a decision books. */
    private static Optional<JobId> grantedBy(Decision decision) {
        return switch (decision) {
            case JobDecision.JobGranted granted -> Optional.of(granted.job());
            case ReservationDecision.Booked booked -> booked.grant().map(JobDecision.JobGranted::job);
            case Decision other -> Optional.empty();
        };
    }

    /** The numbers before this one were given out. */
    public void numberFrom(JobId next) {
        if (next.value() > 1) {
            state.transients().numbers().passOver(new JobId(next.value() - 1));
        }
    }

    /** Ends all waits for messages of child instances, because a replay does not receive them. */
    public void childrenAreSilent() {
        children.awaitNone();
    }

    /**
     * Whether a decision is on the job of a child instance: whether that has registered, or left, it has said itself.
     */
    public boolean isOnChild(Decision decision) {
        return decision instanceof JobDecision it
                && state.jobs().active(it.job()).filter(JobRecord::isInstance).isPresent();
    }
}
