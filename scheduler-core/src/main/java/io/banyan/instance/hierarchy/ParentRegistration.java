package io.banyan.instance.hierarchy;

import io.banyan.graph.GraphException;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The child's side of the session to the parent: registration, heartbeats, and the parent's messages. */
public final class ParentRegistration {
    private final InstanceState state;
    private final Grows grows;
    private final ResourceReturn resourceReturn;
    private final StatusTalk talk;
    private final Supplier<InstanceSummary> summary;
    private boolean isRegistered;
    private long registrations;
    /** When the session that was there last ended; {@link Deadlines#NEVER} while there is one, or was none yet. */
    private long lostAt = Deadlines.NEVER;

    private long nextBeat = Deadlines.NEVER;

    public ParentRegistration(
            InstanceState state,
            Grows grows,
            ResourceReturn resourceReturn,
            StatusTalk talk,
            Supplier<InstanceSummary> summary) {
        this.state = state;
        this.grows = grows;
        this.resourceReturn = resourceReturn;
        this.talk = talk;
        this.summary = summary;
    }

    boolean isRegistered() {
        return isRegistered;
    }

    /** How often it was welcomed by the parent. */
    long registrations() {
        return registrations;
    }

    public long nextDeadline() {
        return nextBeat;
    }

    /** Handles the opening of the session: the first message identifies this instance. */
    public void linked(Transition transition) {
        Optional<JobId> job = state.config().parentJob();
        if (job.isEmpty()) {
            transition.warn("the root of a tree has no parent, yet a session to one was opened");
            return;
        }
        isRegistered = false;
        transition.add(new Effect.ToParent(new UpMessage.Register(
                job.get(),
                state.config().name(),
                state.config().address(),
                state.isJoined(),
                state.origins().fromParent())));
    }

    /** The session is gone: the instance works on, and its grows wait. */
    public void unlinked(Transition transition) {
        if (isRegistered) {
            lostAt = transition.nowMillis();
            transition.warn(
                    "the parent is unreachable: the instance continues with its resources, and grows beyond them wait or fail");
        }
        isRegistered = false;
        talk.parentUnlinked();
        nextBeat = Deadlines.NEVER;
    }

    /** Since when there is no session with the parent; empty where there is one, or never was. */
    public OptionalLong lostSinceSec() {
        return lostAt == Deadlines.NEVER ? OptionalLong.empty() : OptionalLong.of(Math.floorDiv(lostAt, 1000));
    }

    /**
     * Joins, where it has not; then repeats the messages that the parent may not have received. Returns whether that
     * worked.
     */
    public boolean registered(Transition transition, DownMessage.Registered message) {
        if (!state.isJoined()) {
            try {
                transition.attempt(new LevelDecision.Joined(message.path(), message.resources(), message.window()));
            } catch (GraphException e) {
                transition.warn("the resources that the parent sent cannot be used: " + e.getMessage());
                return false;
            }
        }
        isRegistered = true;
        registrations++;
        if (lostAt != Deadlines.NEVER) {
            transition.warn("the parent is reachable again");
        }
        lostAt = Deadlines.NEVER;
        resourceReturn.parentRegistered(transition);
        grows.sources().parentRegistered(transition);
        talk.parentRegistered(transition);
        beat(transition);
        return true;
    }

    /**
     * Schedules a heartbeat with changed figures. It follows soon, together with later changes, and not while a client
     * may wait for the event that caused the change.
     */
    public void news(Transition transition) {
        if (isRegistered) {
            nextBeat = Math.min(
                    nextBeat, transition.nowMillis() + state.config().limits().newsMillis());
        }
    }

    public void timeReached(Transition transition) {
        if (nextBeat <= transition.nowMillis()) {
            beat(transition);
        }
    }

    private void beat(Transition transition) {
        transition.add(new Effect.ToParent(new UpMessage.Heartbeat(summary.get())));
        nextBeat = transition.nowMillis() + state.config().limits().heartbeatMillis();
    }
}
