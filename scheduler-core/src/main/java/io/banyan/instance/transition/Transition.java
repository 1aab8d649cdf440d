package io.banyan.instance.transition;

import io.banyan.graph.GraphException;
import io.banyan.graph.Selection;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.state.InstanceState;
import io.banyan.resource.JobId;
import io.banyan.rset.HostList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The handling of one event: its time, and its decisions and effects so far. */
public final class Transition {
    private final InstanceState state;
    private final long nowMillis;
    private final Principal asker;
    private final List<Effect> appends = new ArrayList<>();
    private final List<Effect> others = new ArrayList<>();
    private final Set<JobId> reduced = new TreeSet<>();
    private boolean hasFreed;

    public Transition(InstanceState state, long nowMillis, Principal asker) {
        this.state = state;
        this.nowMillis = nowMillis;
        this.asker = asker;
    }

    public long nowMillis() {
        return nowMillis;
    }

    /** Returns the principal of this event: that of the calling client, else the instance's own. */
    public Principal asker() {
        return asker;
    }

    /** Planner time. */
    public long nowSec() {
        return Math.floorDiv(nowMillis, 1000);
    }

    /** Makes a decision that cannot fail, and has it journaled. */
    public void decide(Decision decision) {
        decide(decision, null);
    }

    /**
     * Makes a decision that cannot fail, with the selection that the matcher has just proposed, and has it journaled.
     */
    public void decide(Decision decision, @Nullable Selection proposal) {
        if (decision instanceof JobDecision.JobEnded ended) {
            // The job has its nodes until the decision is applied.
            HostList nodes = state.accounts().nodes(ended.job());
            applyAndAppend(decision, proposal);
            Optional<JobAccount> account = state.accounts().closed().map(it -> it.on(nodes));
            state.jobs().find(ended.job()).ifPresent(job -> appends.add(new Effect.Archive(job.accounted(account))));
        } else {
            applyAndAppend(decision, proposal);
        }
    }

    private void applyAndAppend(Decision decision, @Nullable Selection proposal) {
        try {
            state.apply(decision, proposal);
        } catch (GraphException e) {
            throw new IllegalStateException("a decision of this instance's own cannot be carried out", e);
        }
        append(decision);
    }

    /**
     * Makes a decision with data from another party.
     *
     * @throws GraphException if the data does not fit; nothing has changed then
     */
    public void attempt(Decision decision) throws GraphException {
        state.apply(decision, null);
        append(decision);
    }

    private void append(Decision decision) {
        appends.add(new Effect.Append(decision, nowMillis));
        hasFreed |= switch (decision) {
            case JobDecision.JobEnded it -> true;
            case JobDecision.JobRequeued it -> true;
            case ReturnDecision.GaveBack it -> true;
            case ReturnDecision.Retained it -> true;
            case ReturnDecision.Freed it -> true;
            case JobDecision.PartlyCancelled it -> true;
            case RescaleDecision.Settled it -> true;
            case EditDecision.Removed it -> true;
            case RevokeDecision.RevokeSettled it -> true;
            case LevelDecision.ChildChanged it -> true;
            case Decision other -> false;
        };
        noteReduced(decision);
    }

    private void noteReduced(Decision decision) {
        switch (decision) {
            case JobDecision.PartlyCancelled partly -> reduced.add(partly.job());
            case EditDecision.Removed removed -> removed.released().forEach(it -> reduced.add(it.job()));
            case ReturnDecision.GaveBack gaveBack -> gaveBack.released().forEach(it -> reduced.add(it.job()));
            case ReturnDecision.Retained retained -> retained.released().forEach(it -> reduced.add(it.job()));
            case Decision other -> {
                // No job holds less than before, or the job is over.
            }
        }
    }

    /**
     * The jobs that hold less than before, since this was last asked. In ascending order: decisions follow it, and must
     * be the same in each run.
     */
    public List<JobId> takeReduced() {
        List<JobId> taken = List.copyOf(reduced);
        reduced.clear();
        return taken;
    }

    public void add(Effect effect) {
        others.add(effect);
    }

    public void reply(String call, Answer answer) {
        add(new Effect.Reply(call, answer));
    }

    public void fail(String call, ErrorCode code, String message) {
        reply(call, new Answer.Failed(code, message));
    }

    public void warn(String message) {
        add(new Effect.Warn(message));
    }

    /** Whether a job holds less than before, or a child is in another state. */
    public boolean hasFreed() {
        return hasFreed;
    }

    public boolean hasDecided() {
        return !appends.isEmpty();
    }

    /** Returns the effects that are to be carried out, appends first. */
    public List<Effect> effects() {
        List<Effect> effects = new ArrayList<>(appends);
        effects.addAll(others);
        return effects;
    }
}
