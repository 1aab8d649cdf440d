package io.banyan.instance;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.Inventory;
import io.banyan.resource.Usage;
import io.banyan.schedule.JobId;
import io.banyan.schedule.Usages;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One level of the hierarchy as a deterministic state machine: the same events at the same times lead to the same effects.
 *
 * <p>Whoever owns it calls it from one thread. It starts no thread, reads no clock and waits for nobody: what it wants done it returns as
 * effects, and what comes of them are further events, each of which may come late, twice or never. An event costs what the match in it
 * costs, and otherwise O(n + m) in what is granted or given back, with a look at each job and grant that there is.
 *
 * <p>Every change is first a {@link Decision} and is then applied. A fresh instance of the same configuration and graph to which the
 * decisions of another are replayed is in the same state; what waits (calls, pending grows, leases) is not part of that state.
 */
public final class Instance {
    private final InstanceState state;
    private final Access access;
    private final Grows grows;
    private final Stocktaking stocktaking;
    private final Idling idling;
    private final Returning returning;
    private final Revoking revoking;
    private final Clearance clearance;
    private final Shrinks shrinks;
    private final Endings endings;
    private final Children children;
    private final Matches matches;
    private final Lookups lookups;
    private final NodeList nodeList;
    private final Edits edits;
    private final Loads loads;
    private final ParentLink parentLink;
    private final Stops stops;
    private final StatusTalk talk;
    private final Rescales rescales;
    private final Queueing queueing;
    private final JobLives lives;
    private final QueueControl queues;
    private final Waits waits;
    private final Timelines timelines;
    private final Reserving reserving;
    private final ReservationPass reservationPass;
    private final Losses losses;
    private final Passes passes;
    private final Reports reports;
    private final Ways ways;
    private final Alarm alarm;
    private long nowMillis;

    private Instance(InstanceState state, Probe probe) {
        this.state = state;
        this.access = new Access(state);
        Waiters waiters = new Waiters();
        Matching matching = new Matching(state, probe);
        this.returning = new Returning(state, waiters);
        this.grows = new Grows(state, matching, returning);
        this.stocktaking = new Stocktaking(state, returning);
        this.idling = new Idling(state, returning);
        this.endings = new Endings(state, grows, returning, waiters);
        this.talk = new StatusTalk(state);
        this.children = new Children(state, grows, returning, endings, waiters, talk);
        this.revoking = new Revoking(state, endings, waiters);
        this.clearance = new Clearance(state, returning, revoking, endings, waiters);
        this.shrinks = new Shrinks(state, returning, clearance, waiters);
        this.matches = new Matches(state, matching, endings, children, waiters);
        this.lookups = new Lookups(state);
        this.nodeList = new NodeList(state, access);
        this.edits = new Edits(state, lookups);
        this.loads = new Loads(state, endings);
        this.reports = new Reports(state, children, grows, matching, probe);
        this.ways = new Ways(state);
        this.parentLink = new ParentLink(state, grows, returning, talk, reports::summary);
        this.stops = new Stops(state, grows, returning, endings, parentLink);
        this.lives = new JobLives(state, endings);
        this.reserving = new Reserving(state, endings);
        this.reservationPass = new ReservationPass(state, endings);
        this.waits = new Waits(state, access, reservationPass);
        this.timelines = new Timelines(state, reservationPass);
        this.passes = new Passes(probe);
        this.rescales = new Rescales(state, matching, revoking);
        this.queues = new QueueControl(state, endings);
        this.queueing = new Queueing(
                state, matching, endings, lives, passes, queues, reservationPass, new ElasticPass(state, rescales));
        this.losses = new Losses(state, returning, endings, matches, queueing, rescales);
        this.alarm = new Alarm(
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

    /**
     * The root of a tree, with resources of its own.
     *
     * @param graph to be changed by this instance only
     * @param horizon the time that can be planned
     */
    public static Instance root(InstanceConfig config, ResourceGraph graph, TimeWindow horizon) {
        return root(config, graph, horizon, Probe.NONE);
    }

    /** The same, measured. */
    public static Instance root(InstanceConfig config, ResourceGraph graph, TimeWindow horizon, Probe probe) {
        if (config.parentJob().isPresent()) {
            throw new IllegalArgumentException("a root has no parent, yet it is to be job "
                    + config.parentJob().get());
        }
        return new Instance(new InstanceState(config, graph, horizon), probe);
    }

    /** A child, which has no resources before it has registered with its parent. */
    public static Instance child(InstanceConfig config) {
        return child(config, Probe.NONE);
    }

    /** The same, measured. */
    public static Instance child(InstanceConfig config, Probe probe) {
        if (config.parentJob().isEmpty()) {
            throw new IllegalArgumentException("a child must be told which job of its parent it is");
        }
        return new Instance(new InstanceState(config), probe);
    }

    /**
     * Something has happened.
     *
     * @param atMillis when; a time before that of an earlier event counts as that time, for clocks may be set back
     * @return what is to be done, in this order; see {@link Effect}
     */
    public List<Effect> on(Event event, long atMillis) {
        nowMillis = Math.max(nowMillis, atMillis);
        state.at(nowMillis);
        passes.begin();
        Turn turn = new Turn(state, nowMillis, askerOf(event));
        if (event instanceof Event.JobFinished finished && state.isJoined()) {
            // What has ended at the moment at which its time was over has ended by itself.
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

    private void goOnReserving(Turn turn) {
        if (state.isJoined() && !stops.isStopping()) {
            reserving.goOn(turn);
        }
    }

    /** How long the looks at the queue took that the latest event led to, by the probe's clock; empty where it led to none. */
    public OptionalLong passNanos() {
        return passes.nanos();
    }

    /** Whether the latest event is to be journaled even where it led to nothing: else who hears of the others would ask somebody at another time. */
    public boolean isToBeTold() {
        return queueing.hasLooked();
    }

    private static Principal askerOf(Event event) {
        return event instanceof Event.ClientAsked asked ? asked.asker() : Principal.OWNER;
    }

    /**
     * Makes a decision of an earlier process again; before the first event, in the order in which they were journaled. Afterwards the first
     * event is {@link Event.Restarted}.
     *
     * @throws IllegalStateException where the decision does not fit what was there before it
     */
    public void replay(Decision decision, long atMillis) {
        nowMillis = Math.max(nowMillis, atMillis);
        state.at(nowMillis);
        try {
            state.apply(decision, null);
        } catch (GraphException e) {
            throw new IllegalStateException("the journal does not fit this instance: " + e.getMessage(), e);
        }
    }

    /** The number that the next job gets, unless a request names one before that; from the owning thread. O(1). */
    public JobId nextJob() {
        return state.jobs().nextId();
    }

    /** What it takes over that is told only of a part of its past. */
    Retelling retelling() {
        return new Retelling(this, state, endings, lives, children, queueing, rescales);
    }

    /**
     * For a journal that is made shorter: what is left of all placements so far besides what is held ({@link io.banyan.schedule.Schedule#placements}). For whom there was no room is
     * forgotten, as one does not know it who goes on from there; from the owning thread. O(V).
     */
    public Map<String, Long> beginAnew() {
        if (!state.isJoined()) {
            return Map.of();
        }
        state.submitted().forgetFailures();
        return state.schedule().placements();
    }

    /** Takes over what {@link #beginAnew} told of another instance in the same state. */
    public void placed(Map<String, Long> placements) {
        if (state.isJoined()) {
            state.schedule().placed(placements);
        }
    }

    private void timeReached(Turn turn) {
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
            stops.begin(turn, "the time of its job is over");
        }
    }

    private void handle(Turn turn, Event event) {
        switch (event) {
            case Event.ClientAsked asked -> {
                Optional<String> refusal = access.refusal(asked.asker(), asked.request());
                if (refusal.isPresent()) {
                    turn.fail(asked.call(), ErrorCode.FORBIDDEN, refusal.get());
                } else {
                    asked(turn, asked.call(), asked.request());
                }
            }
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
            case Event.Restarted it -> {
                endings.restarted(turn);
                lives.restarted();
                rescales.restarted(turn);
                children.restarted(turn);
                returning.restarted(turn);
                grows.sources().restarted(turn);
                revoking.restarted();
                clearance.restarted();
                state.idle().restarted(turn.nowMillis());
                stops.restarted(turn);
                losses.restarted();
            }
            // What is due is done at every event; but who is asked when a time has come is asked at this one.
            case Event.TimeReached it -> queueing.alarm();
            case Event.CommandStarted it -> stops.commandStarted();
            case Event.CommandEnded ended -> stops.commandEnded(turn, ended.how());
            case Event.StopAsked it -> stops.begin(turn, Stops.ASKED);
        }
    }

    private void asked(Turn turn, String call, Request request) {
        switch (request) {
            case JobRequest job -> askedOfJobs(turn, call, job);
            case RescaleRequest rescale -> withWill(turn, call, () -> rescales.asked(turn, call, rescale));
            case ReservationRequest reservation ->
                withResources(turn, call, () -> askedOfReservations(turn, call, reservation));
            case Request.Stop it -> {
                turn.reply(call, new Answer.Stopping());
                stops.begin(turn, Stops.ASKED);
            }
            case Request.Suspend it -> stops.suspend(turn, call);
            case Request.Tree it -> {
                InstanceSummary tree = access.visible(turn.asker(), reports.summary());
                turn.reply(call, new Answer.Tree(tree, parentLink.lostSinceSec()));
            }
            case Request.Reach reach -> withResources(turn, call, () -> ways.reach(turn, call, reach.instance()));
            case Request.Stat stat ->
                turn.reply(call, new Answer.Stat(reports.statistics(turn.nowSec(), stat.counted())));
            case Request.Abandon abandon -> children.abandon(turn, call, abandon.job());
            case Request.Find find -> withResources(turn, call, () -> lookups.find(turn, call, find));
            case Request.GetStatus get -> withResources(turn, call, () -> lookups.status(turn, call, get));
            case Request.Nodes nodes -> withResources(turn, call, () -> nodeList.tell(turn, call, nodes));
            case Request.GetProperties get -> withResources(turn, call, () -> lookups.properties(turn, call, get));
            case Request.Shrink shrink -> withResources(turn, call, () -> shrinks.clientAsked(turn, call, shrink));
            case Request.Reclaim reclaim -> withWill(turn, call, () -> revoking.clientAsked(turn, call, reclaim));
            case Request.SetStatus set -> withResources(turn, call, () -> edits.setStatus(turn, call, set));
            case Request.SetProperty set -> withResources(turn, call, () -> edits.setProperty(turn, call, set));
            case Request.Remove remove -> withResources(turn, call, () -> edits.remove(turn, call, remove));
            case Request.Attach attach -> withWill(turn, call, () -> edits.attach(turn, call, attach));
            case Request.Grow grow -> withWill(turn, call, () -> grows.clientAsked(turn, call, grow));
            case Request.Spawn spawn -> withWill(turn, call, () -> matches.spawn(turn, call, spawn));
        }
    }

    private void askedOfJobs(Turn turn, String call, JobRequest request) {
        switch (request) {
            case JobRequest.Jobs jobs ->
                turn.reply(
                        call,
                        new Answer.Jobs(reports.jobs(jobs, job -> access.maySee(turn.asker(), job), turn.nowSec())));
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

    private void askedOfReservations(Turn turn, String call, ReservationRequest request) {
        switch (request) {
            case ReservationRequest.All it -> reserving.list(turn, call);
            case ReservationRequest.Create create -> withWill(turn, call, () -> reserving.create(turn, call, create));
            case ReservationRequest.Cancel cancel -> withWill(turn, call, () -> reserving.cancel(turn, call, cancel));
        }
    }

    private void withResources(Turn turn, String call, Runnable action) {
        if (state.isJoined()) {
            action.run();
        } else {
            turn.fail(call, ErrorCode.UNAVAILABLE, "the instance has no resources yet: it waits for its parent");
        }
    }

    private void withWill(Turn turn, String call, Runnable action) {
        if (stops.isStopping()) {
            turn.fail(call, ErrorCode.UNAVAILABLE, "the instance is stopping");
        } else {
            withResources(turn, call, action);
        }
    }

    private void parentSaid(Turn turn, DownMessage message) {
        switch (message) {
            case DownMessage.Registered registered -> {
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
            case DownMessage.Stop it -> stops.begin(turn, Stops.ASKED);
            case DownMessage.LeaveSeen it -> stops.leaveSeen(turn);
        }
    }

    /** Its path from the root of the tree; {@code /} until a child has registered. */
    public String path() {
        return state.path();
    }

    /** Its configuration. */
    public InstanceConfig config() {
        return state.config();
    }

    /** The jobs in which child instances run, or are believed to; for reading, from the owning thread. */
    public List<JobRecord> children() {
        return state.jobs().activeInstances();
    }

    /** The graph, if it has one yet; for reading, from the owning thread. */
    public Optional<ResourceGraph> graph() {
        return state.isJoined() ? Optional.of(state.resources().graph()) : Optional.empty();
    }

    /** How much every vertex of the graph is used now, by index; for reading, from the owning thread. O(V x depth). */
    public Optional<Usage[]> usages() {
        return state.isJoined()
                ? Optional.of(Usages.at(state.schedule(), Math.floorDiv(nowMillis, 1000)))
                : Optional.empty();
    }

    /** Throws where something disagrees (DESIGN section 6, as far as one instance can see). O(V + holds): for tests. */
    public void checkInvariants() {
        new InstanceCheck(state).run();
    }

    /** What this provider has brought and was not given back, as far as is decided; from the owning thread. O(what it brought). */
    public List<Inventory.Holding> broughtBy(String provider) {
        return stocktaking.known(provider);
    }

    /** Whose job it is; empty where it is not remembered. O(log jobs). */
    public Optional<String> ownerOf(JobId job) {
        return state.jobs().find(job).map(JobRecord::owner);
    }

    /** Whether it has begun to stop. */
    public boolean isStopping() {
        return stops.isStopping();
    }

    /** What a checker of the whole tree reads of it; from the owning thread. */
    public Inspection inspect() {
        return new Inspection(state);
    }

    /** Everything that a replay must bring back; for tests. */
    InstanceState state() {
        return state;
    }
}
