package io.banyan.instance;

import io.banyan.instance.config.Probe;
import io.banyan.instance.hierarchy.Cancellations;
import io.banyan.instance.hierarchy.Children;
import io.banyan.instance.hierarchy.Grows;
import io.banyan.instance.hierarchy.InstanceStop;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.hierarchy.ParentRegistration;
import io.banyan.instance.hierarchy.ProviderReconciliation;
import io.banyan.instance.hierarchy.QueuedInstances;
import io.banyan.instance.hierarchy.StatusTalk;
import io.banyan.instance.jobs.ElasticPass;
import io.banyan.instance.jobs.GentleBookings;
import io.banyan.instance.jobs.LostResources;
import io.banyan.instance.jobs.MatchRequests;
import io.banyan.instance.jobs.Passes;
import io.banyan.instance.jobs.QueueControl;
import io.banyan.instance.jobs.QueueHandlers;
import io.banyan.instance.jobs.Rescales;
import io.banyan.instance.jobs.ReservationLifecycle;
import io.banyan.instance.jobs.ReservationPass;
import io.banyan.instance.jobs.Spawns;
import io.banyan.instance.jobs.TimeLimits;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.release.Draining;
import io.banyan.instance.release.Idling;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.release.Revocation;
import io.banyan.instance.release.Shrinks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.AmbiguousNames;
import io.banyan.instance.transition.Authorization;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.instance.transition.DueTimes;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import io.banyan.provider.Inventory;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The reaction of an {@link Instance} to an event: its parts, the events of each part, and the order in which they act.
 * Only the {@link InstanceState} survives a restart. For the thread that owns the instance. O(parts), plus their work.
 */
final class EventHandlers {
    private final InstanceState state;
    private final Authorization authorization;
    private final AmbiguousNames names;
    private final Readiness readiness;
    private final JobRequests jobRequests;
    private final GraphRequests graphRequests;
    private final LevelRequests levelRequests;
    private final Grows grows;
    private final ProviderReconciliation reconciliation;
    private final Idling idling;
    private final ResourceReturn resourceReturn;
    private final Revocation revocation;
    private final Draining draining;
    private final JobCompletion completion;
    private final Children children;
    private final ParentRegistration parent;
    private final InstanceStop stop;
    private final StatusTalk talk;
    private final Rescales rescales;
    private final QueueHandlers queueing;
    private final JobLifecycle lifecycle;
    private final TimeLimits timeLimits;
    private final ReservationLifecycle reservationLifecycle;
    private final GentleBookings gentleBookings;
    private final LostResources lostResources;
    private final Passes passes;
    private final Alarm alarm;

    EventHandlers(InstanceState state, Probe probe) {
        this.state = state;
        this.authorization = new Authorization(state);
        this.names = new AmbiguousNames(state);
        PendingCalls pendingCalls = new PendingCalls();
        CountedMatcher matching = new CountedMatcher(state, probe);
        this.resourceReturn = new ResourceReturn(state, pendingCalls);
        this.grows = new Grows(state, matching, resourceReturn);
        this.reconciliation = new ProviderReconciliation(state, resourceReturn);
        this.idling = new Idling(state, resourceReturn);
        var leases = new DueTimes<JobId>();
        QueuedInstances queued = new QueuedInstances(state, leases);
        this.completion = new JobCompletion(state, grows, resourceReturn, pendingCalls, queued);
        this.lifecycle = new JobLifecycle(state, completion);
        this.timeLimits = new TimeLimits(state, completion, lifecycle);
        Cancellations cancellations = new Cancellations(state, completion, pendingCalls, queued);
        this.talk = new StatusTalk(state);
        this.children = new Children(
                state, grows, resourceReturn, completion, cancellations, lifecycle, queued, leases, pendingCalls, talk);
        this.revocation = new Revocation(state, completion, pendingCalls);
        this.draining = new Draining(state, resourceReturn, revocation, completion, pendingCalls);
        Shrinks shrinks = new Shrinks(state, resourceReturn, draining, pendingCalls);
        MatchRequests matches = new MatchRequests(state, matching, completion);
        ReservationPass reservationPass = new ReservationPass(state, completion);
        Spawns spawns = new Spawns(state, matching, completion, children, pendingCalls, reservationPass);
        InstanceReports reports = new InstanceReports(state, children, grows, matching, probe);
        this.parent = new ParentRegistration(state, grows, resourceReturn, talk, reports::summary);
        this.stop = new InstanceStop(state, grows, resourceReturn, completion, parent);
        this.reservationLifecycle = new ReservationLifecycle(state, completion);
        this.gentleBookings = new GentleBookings(state, completion);
        this.passes = new Passes(probe);
        this.rescales = new Rescales(state, matching, revocation);
        QueueControl queues = new QueueControl(state, completion);
        this.queueing = new QueueHandlers(
                state,
                matching,
                completion,
                lifecycle,
                queued,
                passes,
                queues,
                reservationPass,
                new ElasticPass(state, rescales));
        this.lostResources = new LostResources(state, resourceReturn, completion, matches, queueing, rescales);
        this.readiness = new Readiness(state, stop);
        this.jobRequests = new JobRequests(
                state,
                readiness,
                authorization,
                reports,
                matches,
                completion,
                cancellations,
                lifecycle,
                timeLimits,
                queueing,
                queues,
                reservationPass);
        this.graphRequests = new GraphRequests(state, readiness, authorization, lostResources);
        this.levelRequests = new LevelRequests(
                state, readiness, authorization, reports, parent, stop, children, spawns, grows, shrinks, revocation);
        this.alarm = alarm(queues);
    }

    private Alarm alarm(QueueControl queues) {
        return new Alarm(
                completion::nextDeadline,
                children::nextDeadline,
                lifecycle::nextDeadline,
                rescales::nextDeadline,
                queueing::nextDeadline,
                queues::nextDeadline,
                reservationLifecycle::nextDeadline,
                grows::nextDeadline,
                parent::nextDeadline,
                stop::nextDeadline,
                revocation::nextDeadline,
                draining::nextDeadline,
                idling::nextDeadline);
    }

    /** An event, at a time that is not before that of the one before it. Returns the effects, in this order. */
    List<Effect> at(Event event, long nowMillis) {
        passes.begin();
        Transition transition = new Transition(state, nowMillis, askerOf(event));
        if (event instanceof Event.JobFinished finished && state.isJoined()) {
            // A job that has ended at the moment of its time limit has ended by itself.
            queueing.finished(transition, finished);
        }
        timeReached(transition);
        handle(transition, event);
        lostResources.act(transition);
        revocation.goOn(transition);
        draining.goOn(transition, stop.isStopping());
        rescales.goOn(transition);
        goOnReserving(transition);
        queueing.goOn(transition, stop.isStopping());
        stop.goOn(transition);
        talk.tellNews(transition);
        boolean childHasNews = children.takeNews();
        if (transition.hasDecided() || childHasNews) {
            parent.news(transition);
        }
        alarm.set(transition);
        return transition.effects();
    }

    private void goOnReserving(Transition transition) {
        if (state.isJoined() && !stop.isStopping()) {
            reservationLifecycle.goOn(transition);
        }
    }

    /** How long the looks at the queue took that the latest event led to; empty where it led to none. */
    OptionalLong passNanos() {
        return passes.nanos();
    }

    /** Whether the latest event made it look at the queue. */
    boolean hasLooked() {
        return queueing.hasLooked();
    }

    boolean isStopping() {
        return stop.isStopping();
    }

    List<Inventory.Holding> broughtBy(String provider) {
        return reconciliation.known(provider);
    }

    JournalReplayInput replayInput(Instance instance) {
        return new JournalReplayInput(instance, state, completion, lifecycle, children, queueing, rescales);
    }

    private static Principal askerOf(Event event) {
        return event instanceof Event.ClientAsked asked ? asked.asker() : Principal.OWNER;
    }

    /**
     * The order of a restart: each part continues the work of the earlier process. The decisions are replayed, and no
     * request or message was handled yet.
     */
    private void restarted(Transition transition) {
        completion.restarted(transition);
        lifecycle.restarted();
        rescales.restarted(transition);
        children.restarted(transition);
        resourceReturn.restarted(transition);
        grows.sources().restarted(transition);
        revocation.restarted();
        draining.restarted();
        state.transients().started(transition.nowMillis());
        stop.restarted(transition);
        lostResources.restarted(transition);
        // Deadlines that passed in between come before the first pass over the queue.
        timeReached(transition);
    }

    private void timeReached(Transition transition) {
        if (state.isJoined()) {
            completion.timeReached(transition);
            lifecycle.timeReached(transition);
            rescales.timeReached(transition);
            children.timeReached(transition);
            grows.timeReached(transition);
            revocation.timeReached(transition);
            idling.timeReached(transition);
        }
        parent.timeReached(transition);
        boolean isOver = state.config().parentJob().isPresent()
                && state.isJoined()
                && state.schedule().horizon().endSec() <= transition.nowSec();
        if (isOver) {
            stop.begin(transition, "its job reached its time limit");
        }
    }

    private void handle(Transition transition, Event event) {
        switch (event) {
            case Event.ClientAsked asked -> clientAsked(transition, asked);
            case Event.ClientLeft left -> grows.clientLeft(transition, left.call());
            case Event.ParentLinked it -> parent.linked(transition);
            case Event.ParentUnlinked it -> parent.unlinked(transition);
            case Event.ParentSaid said -> parentSaid(transition, said.message());
            case Event.ChildSaid said -> {
                if (state.isJoined()) {
                    children.said(transition, said.child(), said.message());
                    revocation.said(transition, said.child(), said.message());
                    rescales.childSaid(transition, said.child(), said.message());
                }
            }
            case Event.ChildUnlinked unlinked -> {
                // Its lease goes on.
            }
            case Event.ChildExited exited -> {
                children.exited(transition, exited);
                if (!exited.isFenced()) {
                    revocation.takesLong(transition, exited.child());
                    draining.wake();
                }
            }
            case Event.ProviderAnswered answered ->
                grows.sources()
                        .providerAnswered(transition, answered.provider(), answered.requestId(), answered.result());
            case Event.JobFinished it -> {
                // That came first.
            }
            case Event.RescaleAnswered answered -> rescales.answered(transition, answered);
            case Event.ProviderReleased released -> resourceReturn.providerReleased(transition, released);
            case Event.ProviderAskedToList asked -> {
                if (state.isJoined()) {
                    reconciliation.begun(asked.provider());
                }
            }
            case Event.ProviderListed listed -> {
                if (state.isJoined()) {
                    reconciliation.listed(transition, listed.provider(), listed.holdings());
                }
            }
            case Event.Restarted it -> restarted(transition);
            // Every event performs the steps that are due. Questions that a time triggers are asked at this event only.
            case Event.TimeReached it -> queueing.alarm();
            case Event.EpilogStarted started -> completion.epilogStarted(started.job());
            case Event.CommandStarted it -> stop.commandStarted();
            case Event.CommandEnded ended -> stop.commandEnded(transition, ended.how());
            case Event.StopAsked it -> stop.begin(transition, InstanceStop.ASKED);
        }
    }

    private void clientAsked(Transition transition, Event.ClientAsked asked) {
        Optional<String> forbidden = authorization.refusal(asked.asker(), asked.request());
        Optional<String> ambiguous = names.refusal(asked.request());
        if (forbidden.isPresent()) {
            transition.fail(asked.call(), ErrorCode.FORBIDDEN, forbidden.get());
        } else if (ambiguous.isPresent()) {
            transition.fail(asked.call(), ErrorCode.INVALID, ambiguous.get());
        } else {
            asked(transition, asked.call(), asked.request());
        }
    }

    private void asked(Transition transition, String call, Request request) {
        switch (request) {
            case JobRequest job -> jobRequests.asked(transition, call, job);
            case Request.OfGraph graph -> graphRequests.asked(transition, call, graph);
            case Request.OfLevel level -> levelRequests.asked(transition, call, level);
            case RescaleRequest rescale ->
                readiness.withWill(transition, call, () -> rescales.asked(transition, call, rescale));
            case ReservationRequest reservation ->
                readiness.withResources(transition, call, () -> askedOfReservations(transition, call, reservation));
        }
    }

    private void askedOfReservations(Transition transition, String call, ReservationRequest request) {
        switch (request) {
            case ReservationRequest.All it -> reservationLifecycle.list(transition, call);
            case ReservationRequest.Create create ->
                readiness.withWill(transition, call, () -> reservationLifecycle.create(transition, call, create));
            case ReservationRequest.Book book ->
                readiness.withWill(transition, call, () -> gentleBookings.book(transition, call, book));
            case ReservationRequest.Cancel cancel ->
                readiness.withWill(transition, call, () -> reservationLifecycle.cancel(transition, call, cancel));
        }
    }

    private void parentSaid(Transition transition, DownMessage message) {
        switch (message) {
            case DownMessage.Registered registered -> {
                if (state.isJoined()) {
                    timeLimits.prolong(transition, registered.window().endSec());
                }
                if (!parent.registered(transition, registered)) {
                    stop.orphaned(transition, "the resources that the parent sent cannot be used");
                }
            }
            case DownMessage.RegisterRefused refused -> {
                transition.warn("the parent refuses this instance: " + refused.reason());
                stop.orphaned(transition, refused.reason());
            }
            case DownMessage.Granted granted -> grows.sources().parentGranted(transition, granted);
            case DownMessage.GrowRefused refused -> grows.sources().parentRefused(transition, refused);
            case DownMessage.Freed freed -> resourceReturn.parentFreed(transition, freed);
            case DownMessage.Statuses statuses -> talk.heard(transition, Optional.empty(), statuses.news());
            case DownMessage.AskStatuses it -> talk.asked(transition, Optional.empty());
            case DownMessage.Revoke revoke -> draining.revoked(transition, revoke, stop.isStopping());
            case DownMessage.HeartbeatSeen it -> {
                // The session is alive, which the agent sees by itself.
            }
            case DownMessage.Stop it -> stop.begin(transition, InstanceStop.ASKED);
            case DownMessage.LeaveSeen it -> stop.leaveSeen(transition);
        }
    }
}
