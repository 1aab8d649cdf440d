package io.banyan.instance;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.Probe;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceCheck;
import io.banyan.instance.state.InstanceState;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.Inventory;
import io.banyan.resource.JobId;
import io.banyan.resource.Usage;
import io.banyan.schedule.Usages;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One level of the hierarchy as a deterministic state machine: the same events at the same times lead to the same
 * effects.
 *
 * <p>Its owner calls it from one thread. An instance starts no thread, reads no clock and never waits. It returns the
 * actions that it requests as effects. Their results are further events, each of which may come late, twice or never.
 * The cost of an event is that of the match in it, otherwise O(n + m) in the granted or returned resources, plus a look
 * at each job and grant.
 *
 * <p>Every change is first a {@link Decision} and is then applied. A new instance with the same configuration and graph
 * that replays the decisions of another reaches the same state. Waiting items (calls, pending grows, leases) are not
 * part of that state.
 */
public final class Instance {
    private final InstanceState state;
    private final EventHandlers handlers;
    private long nowMillis;

    private Instance(InstanceState state, Probe probe) {
        this.state = state;
        this.handlers = new EventHandlers(state, probe);
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

    /** Returns the root of a tree, with resources of its own, measured by the probe. */
    public static Instance root(InstanceConfig config, ResourceGraph graph, TimeWindow horizon, Probe probe) {
        return new Instance(new InstanceState(requireRoot(config), graph, horizon), probe);
    }

    /** The root of a tree whose resources may be used until the end of the horizon only: no job ends after that. */
    public static Instance expiringRoot(InstanceConfig config, ResourceGraph graph, TimeWindow horizon, Probe probe) {
        return new Instance(InstanceState.expiring(requireRoot(config), graph, horizon), probe);
    }

    private static InstanceConfig requireRoot(InstanceConfig config) {
        config.parentJob().ifPresent(job -> {
            throw new IllegalArgumentException("a root has no parent, but the configuration makes it job " + job);
        });
        return config;
    }

    /** A child, which has no resources before it has registered with its parent. */
    public static Instance child(InstanceConfig config) {
        return child(config, Probe.NONE);
    }

    /** Returns a child, which has no resources before it has registered with its parent, measured by the probe. */
    public static Instance child(InstanceConfig config, Probe probe) {
        if (config.parentJob().isEmpty()) {
            throw new IllegalArgumentException("the configuration of a child must name its job in the parent");
        }
        return new Instance(new InstanceState(config), probe);
    }

    /**
     * Something has happened.
     *
     * @param atMillis when; a time before that of an earlier event counts as that time, for clocks may be set back
     * @return the effects, in this order; see {@link Effect}
     */
    public List<Effect> on(Event event, long atMillis) {
        nowMillis = Math.max(nowMillis, atMillis);
        state.at(nowMillis);
        return handlers.at(event, nowMillis);
    }

    /**
     * How long the looks at the queue took that the latest event led to, by the probe's clock; empty where it led to
     * none.
     */
    public OptionalLong passNanos() {
        return handlers.passNanos();
    }

    /**
     * Whether the latest event must be journaled even if it led to no decision. Otherwise a replay of the other events
     * would ask a question at another time.
     */
    public boolean isToBeTold() {
        return handlers.hasLooked();
    }

    /**
     * Makes a decision of an earlier process again; before the first event, in the order in which they were journaled.
     * Afterwards the first event is {@link Event.Restarted}.
     *
     * @throws IllegalStateException if the decision does not fit the state before it
     */
    public void replay(Decision decision, long atMillis) {
        nowMillis = Math.max(nowMillis, atMillis);
        state.at(nowMillis);
        try {
            state.apply(decision, null);
        } catch (GraphException e) {
            throw new IllegalStateException("the journal does not match this instance: " + e.getMessage(), e);
        }
    }

    /** The number that the next job gets, unless a request names one before that; from the owning thread. O(1). */
    public JobId nextJob() {
        return state.transients().numbers().next();
    }

    /** Returns the further input for an instance that replays only a part of its past. */
    public JournalReplayInput replayInput() {
        return handlers.replayInput(this);
    }

    /**
     * Returns, for a shortened journal, the effects of all placements so far besides the holds ({@link
     * io.banyan.schedule.Schedule#placements}). Forgets the failed matches, because an instance that starts from the
     * shortened journal does not know them. From the owning thread. O(V).
     */
    public Map<String, Long> prepareCompaction() {
        if (!state.isJoined()) {
            return Map.of();
        }
        state.transients().forgetFailures();
        return state.schedule().placements();
    }

    /** Takes over the result of {@link #prepareCompaction} of another instance in the same state. */
    public void placed(Map<String, Long> placements) {
        if (state.isJoined()) {
            state.schedule().placed(placements);
        }
    }

    /** Returns the instance's path from the root of the tree; {@code /} until a child has registered. */
    public String path() {
        return state.path();
    }

    /** Returns the instance's configuration. */
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

    /**
     * Throws if an invariant of docs/internals/design.md is broken, as far as one instance can see it. O(V + holds):
     * for tests.
     */
    public void checkInvariants() {
        new InstanceCheck(state).run();
    }

    /**
     * Returns the holdings that this provider has brought and that were not given back, as far as is decided; from the
     * owning thread. O(its resources).
     */
    public List<Inventory.Holding> broughtBy(String provider) {
        return handlers.broughtBy(provider);
    }

    /** Returns the owner of a job; empty where the job is not remembered. O(log jobs). */
    public Optional<String> ownerOf(JobId job) {
        return state.jobs().find(job).map(JobRecord::owner);
    }

    /** Whether it has begun to stop. */
    public boolean isStopping() {
        return handlers.isStopping();
    }

    /** Returns the view of this instance for a checker of the whole tree; from the owning thread. */
    public Inspection inspect() {
        return new Inspection(state);
    }

    /** Everything that a replay must bring back; for tests. */
    InstanceState state() {
        return state;
    }
}
