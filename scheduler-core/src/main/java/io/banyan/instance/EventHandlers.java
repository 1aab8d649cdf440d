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
import io.banyan.instance.jobs.LostResources;
import io.banyan.instance.jobs.Matches;
import io.banyan.instance.jobs.Passes;
import io.banyan.instance.jobs.QueueControl;
import io.banyan.instance.jobs.Queueing;
import io.banyan.instance.jobs.Rescales;
import io.banyan.instance.jobs.ReservationLifecycle;
import io.banyan.instance.jobs.ReservationPass;
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
import io.banyan.instance.turn.AmbiguousNames;
import io.banyan.instance.turn.Authorization;
import io.banyan.instance.turn.DueTimes;
import io.banyan.instance.turn.Matching;
import io.banyan.instance.turn.PendingCalls;
import io.banyan.instance.turn.Transition;
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
    private final Authorization access;
    private final AmbiguousNames names;
    private final Readiness readiness;
    private final JobRequests jobRequests;
    private final GraphRequests graphRequests;
    private final LevelRequests levelRequests;
    private final Grows grows;
    private final ProviderReconciliation stocktaking;
    private final Idling idling;
    private final ResourceReturn returning;
    private final Revocation revoking;
    private final Draining clearance;
    private final JobCompletion endings;
    private final Children children;
    private final ParentRegistration parentLink;
    private final InstanceStop stops;
    private final StatusTalk talk;
    private final Rescales rescales;
    private final Queueing queueing;
    private final JobLifecycle lives;
    private final TimeLimits timeLimits;
    private final ReservationLifecycle reserving;
    private final LostResources losses;
    private final Passes passes;
    private final Alarm alarm;

    EventHandlers(InstanceState state, Probe probe) {
        this.state = state;
        this.access = new Authorization(state);
        this.names = new AmbiguousNames(state);
        PendingCalls waiters = new PendingCalls();
        Matching matching = new Matching(state, probe);
        this.returning = new ResourceReturn(state, waiters);
        this.grows = new Grows(state, matching, returning);
        this.stocktaking = new ProviderReconciliation(state, returning);
        this.idling = new Idling(state, returning);
        var leases = new DueTimes<JobId>();
        QueuedInstances queued = new QueuedInstances(state, leases);
        this.endings = new JobCompletion(state, grows, returning, waiters, queued);
        this.lives = new JobLifecycle(state, endings);
        this.timeLimits = new TimeLimits(state, endings, lives);
        Cancellations cancellations = new Cancellations(state, endings, waiters, queued);
        this.talk = new StatusTalk(state);
        this.children =
                new Children(state, grows, returning, endings, cancellations, lives, queued, leases, waiters, talk);
        this.revoking = new Revocation(state, endings, waiters);
        this.clearance = new Draining(state, returning, revoking, endings, waiters);
        Shrinks shrinks = new Shrinks(state, returning, clearance, waiters);
        Matches matches = new Matches(state, matching, endings, children, waiters);
        InstanceReports reports = new InstanceReports(state, children, grows, matching, probe);
        this.parentLink = new ParentRegistration(state, grows, returning, talk, reports::summary);
        this.stops = new InstanceStop(state, grows, returning, endings, parentLink);
        this.reserving = new ReservationLifecycle(state, endings);
        ReservationPass reservationPass = new ReservationPass(state, endings);
        this.passes = new Passes(probe);
        this.rescales = new Rescales(state, matching, revoking);
        QueueControl queues = new QueueControl(state, endings);
        this.queueing = new Queueing(
                state,
                matching,
                endings,
                lives,
                queued,
                passes,
                queues,
                reservationPass,
                new ElasticPass(state, rescales));
        this.losses = new LostResources(state, returning, endings, matches, queueing, rescales);
        this.readiness = new Readiness(state, stops);
        this.jobRequests = new JobRequests(
                state,
                readiness,
                access,
                reports,
                matches,
                endings,
                cancellations,
                lives,
                timeLimits,
                queueing,
                queues,
                reservationPass);
        this.graphRequests = new GraphRequests(state, readiness, access, losses);
        this.levelRequests = new LevelRequests(
                state, readiness, access, reports, parentLink, stops, children, matches, grows, shrinks, revoking);
        this.alarm = alarm(queues);
    }

    private Alarm alarm(QueueControl queues) {
        return new Alarm(
                endings::nextDeadline,
                children::nextDeadline,
                lives::nextDeadline,
                rescales::nextDeadline,
                queueing::nextDeadline,
                queues::nextDeadline,
                reserving::nextDeadline,
                grows::nextDeadline,
                parentLink::nextDeadline,
                stops::nextDeadline,
                revoking::nextDeadline,
                clearance::nextDeadline,
                idling::nextDeadline);
    }

    /** An event, at a time that is not before that of the one before it. Returns the effects, in this order. */
    List<Effect> at(Event event, long nowMillis) {
        passes.begin();
        Transition turn = new Transition(state, nowMillis, askerOf(event));
        if (event instanceof Event.JobFinished finished && state.isJoined()) {
            // A job that has ended at the moment of its time limit has ended by itself.
            queueing.finished(turn, finished);
        }
        timeReached(turn);
        handle(turn, event);
        losses.act(turn);
        revoking.goOn(turn);
        clearance.goOn(turn, stops.isStopping());
        rescales.goOn(turn);
        goOnReserving(turn);
        queueing.goOn(turn, stops.isStopping());
        stops.goOn(turn);
        talk.tellNews(turn);
        boolean childHasNews = children.takeNews();
        if (turn.hasDecided() || childHasNews) {
            parentLink.news(turn);
        }
        alarm.set(turn);
        return turn.effects();
    }

    private void goOnReserving(Transition turn) {
        if (state.isJoined() && !stops.isStopping()) {
            reserving.goOn(turn);
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
        return stops.isStopping();
    }

    List<Inventory.Holding> broughtBy(String provider) {
        return stocktaking.known(provider);
    }

    JournalReplayInput retelling(Instance instance) {
        return new JournalReplayInput(instance, state, endings, lives, children, queueing, rescales);
    }

    private static Principal askerOf(Event event) {
        return event instanceof Event.ClientAsked asked ? asked.asker() : Principal.OWNER;
    }

    /**
     * The order of a restart: each part continues the work of the earlier process. The decisions are replayed, and no
     * request or message was handled yet.
     */
    private void restarted(Transition turn) {
        endings.restarted(turn);
        lives.restarted();
        rescales.restarted(turn);
        children.restarted(turn);
        returning.restarted(turn);
        grows.sources().restarted(turn);
        revoking.restarted();
        clearance.restarted();
        state.transients().started(turn.nowMillis());
        stops.restarted(turn);
        losses.restarted(turn);
        // Deadlines that passed in between come before the first pass over the queue.
        timeReached(turn);
    }

    private void timeReached(Transition turn) {
        if (state.isJoined()) {
            endings.timeReached(turn);
            lives.timeReached(turn);
            rescales.timeReached(turn);
            children.timeReached(turn);
            grows.timeReached(turn);
            revoking.timeReached(turn);
            idling.timeReached(turn);
        }
        parentLink.timeReached(turn);
        boolean isOver = state.config().parentJob().isPresent()
                && state.isJoined()
                && state.schedule().horizon().endSec() <= turn.nowSec();
        if (isOver) {
            stops.begin(turn, "its job reached its time limit");
        }
    }

    private void handle(Transition turn, Event event) {
        switch (event) {
            case Event.ClientAsked asked -> clientAsked(turn, asked);
            case Event.ClientLeft left -> grows.clientLeft(turn, left.call());
            case Event.ParentLinked it -> parentLink.linked(turn);
            case Event.ParentUnlinked it -> parentLink.unlinked(turn);
            case Event.ParentSaid said -> parentSaid(turn, said.message());
            case Event.ChildSaid said -> {
                if (state.isJoined()) {
                    children.said(turn, said.child(), said.message());
                    revoking.said(turn, said.child(), said.message());
                    rescales.childSaid(turn, said.child(), said.message());
                }
            }
            case Event.ChildUnlinked unlinked -> {
                // Its lease goes on.
            }
            case Event.ChildExited exited -> {
                children.exited(turn, exited);
                if (!exited.isFenced()) {
                    revoking.takesLong(turn, exited.child());
                    clearance.wake();
                }
            }
            case Event.ProviderAnswered answered ->
                grows.sources().providerAnswered(turn, answered.provider(), answered.requestId(), answered.result());
            case Event.JobFinished it -> {
                // That came first.
            }
            case Event.RescaleAnswered answered -> rescales.answered(turn, answered);
            case Event.ProviderReleased released -> returning.providerReleased(turn, released);
            case Event.ProviderAskedToList asked -> {
                if (state.isJoined()) {
                    stocktaking.begun(asked.provider());
                }
            }
            case Event.ProviderListed listed -> {
                if (state.isJoined()) {
                    stocktaking.listed(turn, listed.provider(), listed.holdings());
                }
            }
            case Event.Restarted it -> restarted(turn);
            // Every event performs the steps that are due. Questions that a time triggers are asked at this event only.
            case Event.TimeReached it -> queueing.alarm();
            case Event.EpilogStarted started -> endings.epilogStarted(started.job());
            case Event.CommandStarted it -> stops.commandStarted();
            case Event.CommandEnded ended -> stops.commandEnded(turn, ended.how());
            case Event.StopAsked it -> stops.begin(turn, InstanceStop.ASKED);
        }
    }

    private void clientAsked(Transition turn, Event.ClientAsked asked) {
        Optional<String> forbidden = access.refusal(asked.asker(), asked.request());
        Optional<String> ambiguous = names.refusal(asked.request());
        if (forbidden.isPresent()) {
            turn.fail(asked.call(), ErrorCode.FORBIDDEN, forbidden.get());
        } else if (ambiguous.isPresent()) {
            turn.fail(asked.call(), ErrorCode.INVALID, ambiguous.get());
        } else {
            asked(turn, asked.call(), asked.request());
        }
    }

    private void asked(Transition turn, String call, Request request) {
        switch (request) {
            case JobRequest job -> jobRequests.asked(turn, call, job);
            case Request.OfGraph graph -> graphRequests.asked(turn, call, graph);
            case Request.OfLevel level -> levelRequests.asked(turn, call, level);
            case RescaleRequest rescale -> readiness.withWill(turn, call, () -> rescales.asked(turn, call, rescale));
            case ReservationRequest reservation ->
                readiness.withResources(turn, call, () -> askedOfReservations(turn, call, reservation));
        }
    }

    private void askedOfReservations(Transition turn, String call, ReservationRequest request) {
        switch (request) {
            case ReservationRequest.All it -> reserving.list(turn, call);
            case ReservationRequest.Create create ->
                readiness.withWill(turn, call, () -> reserving.create(turn, call, create));
            case ReservationRequest.Cancel cancel ->
                readiness.withWill(turn, call, () -> reserving.cancel(turn, call, cancel));
        }
    }

    private void parentSaid(Transition turn, DownMessage message) {
        switch (message) {
            case DownMessage.Registered registered -> {
                if (state.isJoined()) {
                    timeLimits.prolong(turn, registered.window().endSec());
                }
                if (!parentLink.registered(turn, registered)) {
                    stops.orphaned(turn, "the resources that the parent sent cannot be used");
                }
            }
            case DownMessage.RegisterRefused refused -> {
                turn.warn("the parent refuses this instance: " + refused.reason());
                stops.orphaned(turn, refused.reason());
            }
            case DownMessage.Granted granted -> grows.sources().parentGranted(turn, granted);
            case DownMessage.GrowRefused refused -> grows.sources().parentRefused(turn, refused);
            case DownMessage.Freed freed -> returning.parentFreed(turn, freed);
            case DownMessage.Statuses statuses -> talk.heard(turn, Optional.empty(), statuses.news());
            case DownMessage.AskStatuses it -> talk.asked(turn, Optional.empty());
            case DownMessage.Revoke revoke -> clearance.revoked(turn, revoke, stops.isStopping());
            case DownMessage.HeartbeatSeen it -> {
                // The session is alive, which the agent sees by itself.
            }
            case DownMessage.Stop it -> stops.begin(turn, InstanceStop.ASKED);
            case DownMessage.LeaveSeen it -> stops.leaveSeen(turn);
        }
    }
}
