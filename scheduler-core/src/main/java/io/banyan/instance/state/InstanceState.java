package io.banyan.instance.state;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.JobQueue;
import io.banyan.resource.JobId;
import io.banyan.schedule.Schedule;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Everything about an instance that outlives a restart, and the only place where it changes: one decision after the
 * other, whether it was just made or is replayed.
 */
public final class InstanceState {
    private final InstanceConfig config;
    private final JoinedResources joined = new JoinedResources();
    private final TreePosition position = new TreePosition();
    private final Jobs jobs;
    private final Transients transients;
    private final Origins origins;
    private final ChildGrants childGrants;
    private final PendingReturns returns;
    private final Remembered<ReturnDecision.ShrinkBegun> shrinks;
    private final PendingRevocations revokes;
    private final PendingClearings clearings;
    private final IdleTimes idle;
    private final Submitted submitted;
    private final Accounts accounts;
    private final JobHistories histories;
    private final Malleables malleables;
    private final Checkpoints checkpoints;
    private final Reservations reservations;
    private final Retiming retiming;
    private final Charges charges;
    private final JobSteps jobSteps;
    private final Arrivals arrivals;
    private final Withdrawals withdrawals;

    private final Map<String, String> provisions = new LinkedHashMap<>();
    private OptionalLong expirationSec = OptionalLong.empty();
    private String leaving = "";
    private long nowMillis;
    private long decided;

    public InstanceState(InstanceConfig config) {
        int remembered = config.limits().maxEndedJobs();
        this.config = config;
        this.jobs = new Jobs(remembered);
        var queue = new JobQueue(config.queues()::policy);
        this.transients = new Transients(jobs, queue);
        this.idle = new IdleTimes(transients);
        this.origins = new Origins(remembered);
        this.childGrants = new ChildGrants(remembered);
        this.returns = new PendingReturns(remembered);
        this.shrinks = new Remembered<>(remembered);
        this.revokes = new PendingRevocations(remembered);
        this.clearings = new PendingClearings(remembered);
        this.reservations = new Reservations(joined, jobs, transients.unseen());
        this.submitted = new Submitted(jobs, queue, config.queues(), reservations, transients);
        this.accounts = new Accounts(joined, jobs, submitted.queue(), submitted::jobspecOf, reservations);
        this.histories = new JobHistories(jobs, submitted::jobspecOf, accounts);
        this.malleables = new Malleables(joined, jobs, idle, origins, transients.unseen());
        this.checkpoints = new Checkpoints(joined, jobs, submitted::jobspecOf, malleables);
        this.charges = new Charges(joined, jobs, submitted.book(), submitted::jobspecOf, malleables);
        this.retiming = new Retiming(joined, jobs, submitted, reservations);
        var nested = new NestedShares(joined, position, jobs, childGrants, revokes);
        var runs = new RunSteps(submitted::jobspecOf, malleables, checkpoints, charges, nested);
        this.jobSteps =
                new JobSteps(joined, jobs, submitted, reservations, runs, nested, idle, origins, accounts, histories);
        this.arrivals = new Arrivals(
                config, joined, position, jobs, childGrants, origins, idle, returns.open(), transients.unseen());
        this.withdrawals =
                new Withdrawals(joined, childGrants, origins, idle, reservations, returns, revokes, clearings);
    }

    public InstanceState(InstanceConfig config, ResourceGraph graph, TimeWindow horizon) {
        this(config);
        joined.set(new Resources(graph, config, horizon, transients.unseen()));
    }

    /** The state of a root whose resources may be used until the end of the horizon only. No job ends after that. */
    public static InstanceState expiring(InstanceConfig config, ResourceGraph graph, TimeWindow horizon) {
        var state = new InstanceState(config, graph, horizon);
        state.expirationSec = OptionalLong.of(state.schedule().horizon().endSec());
        return state;
    }

    /** Until when the resources may be used; empty where there is no such time, or a parent can change it. */
    public OptionalLong expirationSec() {
        return expirationSec;
    }

    public InstanceConfig config() {
        return config;
    }

    /** The path from the root of the tree; {@code /} until it is known. */
    public String path() {
        return position.path();
    }

    /** How far below the root of its tree it is. */
    public int depth() {
        return position.depth();
    }

    /** The path of the instance that runs, or will run, in a job. */
    public String childPath(JobId job) {
        return position.childPath(job);
    }

    /** Why it has begun to end; empty where it has not. */
    public Optional<String> leaving() {
        return leaving.isEmpty() ? Optional.empty() : Optional.of(leaving);
    }

    public Jobs jobs() {
        return jobs;
    }

    /** The state that no replay brings back, and that handlers change without a decision. */
    public Transients transients() {
        return transients;
    }

    /** The jobs that came through the queue. */
    public Submitted submitted() {
        return submitted;
    }

    /** Returns the accounts of active jobs. */
    public Accounts accounts() {
        return accounts;
    }

    /** Returns the events of the jobs, and the jobspecs of ended ones. */
    public JobHistories histories() {
        return histories;
    }

    /** The malleable jobs that run. */
    public Malleables malleables() {
        return malleables;
    }

    /** The jobs that go on from where they were when they are stopped. */
    public Checkpoints checkpoints() {
        return checkpoints;
    }

    /** Returns the advance reservations. */
    public Reservations reservations() {
        return reservations;
    }

    public Origins origins() {
        return origins;
    }

    public ChildGrants childGrants() {
        return childGrants;
    }

    public PendingReturns returns() {
        return returns;
    }

    /** The latest shrinks that clients began, by their request ids, so that an id is taken for nothing else. */
    public Remembered<ReturnDecision.ShrinkBegun> shrinks() {
        return shrinks;
    }

    /** The resources that children were asked to give back. */
    public PendingRevocations revokes() {
        return revokes;
    }

    /** Returns the times since which resources from elsewhere are idle. */
    public IdleTimes idle() {
        return idle;
    }

    /** The time of the event that leads to the next decisions. */
    public void at(long millis) {
        nowMillis = millis;
        if (joined.isPresent()) {
            joined.schedule().at(nowSec());
        }
    }

    /** The time of {@link #at} in whole seconds. */
    public long nowSec() {
        return Math.floorDiv(nowMillis, 1000);
    }

    /** Returns the number of decisions that this process has made or replayed. It changes with every booking. */
    public long decided() {
        return decided;
    }

    /** The resources that are being taken out of use. */
    public PendingClearings clearings() {
        return clearings;
    }

    /**
     * The grows for which a provider was asked and has not answered, with its name; in the order in which they were
     * asked. For one grow one provider at a time is asked, and no other as long as one may have something of it.
     */
    public Map<String, String> provisions() {
        return Collections.unmodifiableMap(provisions);
    }

    /** Whether it has resources: always, but for a child that has not got its R. */
    public boolean isJoined() {
        return joined.isPresent();
    }

    public Resources resources() {
        return joined.get();
    }

    public Schedule schedule() {
        return resources().schedule();
    }

    /**
     * Returns the jobs that use the vertex, or a vertex below it: those that hold it, now or later. A plan for a job
     * that waits in the queue does not count as use, because it yields ({@code TentativePlans}), unless its queue books
     * jobs when they are submitted. O(jobs).
     */
    public List<JobId> users(int v) {
        return resources().users(v).stream().filter(job -> !isTentative(job)).toList();
    }

    /**
     * Whether a job uses the vertex, or a vertex below it, as {@link #users} defines it. O(depth x jobs there), and
     * O(jobs) if one does.
     */
    public boolean isUsed(int v) {
        return schedule().holdings().isUsed(v)
                && (submitted.queue().reservations() == 0
                        || schedule().holdings().jobsWithin(v).stream().anyMatch(job -> !isTentative(job)));
    }

    private boolean isTentative(JobId job) {
        return submitted.queue().isReserved(job) && !submitted.queue().isBooked(job);
    }

    public Statuses statuses() {
        return resources().statuses();
    }

    /**
     * Makes the change.
     *
     * @param proposal the matcher's proposal, if it just made one; else it is rebuilt from the decision
     * @throws GraphException if resources of a parent or a provider do not fit; nothing has changed then
     */
    public void apply(Decision decision, @Nullable Selection proposal) throws GraphException {
        accounts.begin();
        decided++;
        switch (decision) {
            case LevelDecision.Joined decided -> arrivals.join(decided, nowMillis);
            case JobDecision.JobGranted granted -> jobSteps.grant(granted, proposal, nowMillis);
            case JobDecision.JobSubmitted job -> submitted.add(job);
            case JobDecision.JobUrged urged -> submitted.urge(urged);
            case JobDecision.JobEligible eligible -> submitted.makeEligible(eligible.job());
            case JobDecision.JobRequeued requeued -> jobSteps.requeue(requeued.job(), nowMillis);
            case JobDecision.JobLimited limited -> retiming.limit(limited);
            case JobDecision.JobUnplanned unplanned -> {
                schedule().cancel(unplanned.job());
                submitted.unplan(unplanned.job());
            }
            case JobDecision.JobStarted started -> jobSteps.start(started.job(), nowMillis);
            case JobDecision.JobStopping stopping -> {
                checkpoints.told(stopping, nowMillis);
                retiming.stop(stopping, nowMillis);
            }
            case JobDecision.JobEnded ended -> jobSteps.end(ended, nowMillis);
            case GrowDecision.Grown grown -> grow(grown, proposal);
            case ReturnDecision.ShrinkBegun begun -> shrinks.put(begun.request().requestId(), begun);
            case ReturnDecision.GaveBack gaveBack -> giveBack(gaveBack);
            case GrowDecision.ProvisionAsked asked -> provisions.put(asked.requestId(), asked.provider());
            case GrowDecision.ProvisionRefused refused -> provisions.remove(refused.requestId());
            case ReturnDecision.Freed freed -> returns.freed(freed);
            case ReturnDecision.Retained retained -> withdrawals.retain(retained, nowMillis);
            case LevelDecision.ChildChanged changed -> {
                jobs.change(changed.job(), job -> job.with(changed.child()));
                malleables.changed(changed.job());
            }
            case LevelDecision.Leaving it -> leaving = it.why();
            case LevelDecision.Prolonged prolonged -> retiming.prolong(prolonged.endSec());
            case EditDecision.StatusChanged changed -> statuses().say(changed);
            case EditDecision.StatusHeard heard -> statuses().hear(heard.child(), heard.path(), heard.status());
            case JobDecision.JobHurt hurt -> jobs.change(hurt.job(), job -> job.without(hurt.paths()));
            case RevokeDecision.RevokeAsked asked -> {
                revokes.ask(asked);
                clearings.asked(asked);
            }
            case RevokeDecision.RevokeSettled settled -> settle(settled);
            case RevokeDecision.ClearingBegun begun -> clearings.begin(begun);
            case RevokeDecision.ClearingChose chose -> {
                clearings.choose(chose);
                chose.drained().forEach(statuses()::drain);
            }
            case RevokeDecision.ClearingEnded ended -> clearings.end(ended).forEach(statuses()::undrain);
            case EditDecision.PropertyChanged changed -> resources().change(changed);
            case EditDecision.Attached attached -> {
                schedule().attach(attached.subgraph());
                statuses().came(attached.subgraph());
            }
            case EditDecision.Removed removed -> withdrawals.remove(removed);
            case JobDecision.PartlyCancelled partly -> withdrawals.cancelPartly(partly, nowMillis);
            case RescaleDecision rescale -> {
                charges.rescaling(rescale, nowMillis);
                malleables.apply(rescale, proposal, nowMillis);
            }
            case QueueDecision queue -> submitted.apply(queue, nowMillis);
            case ReservationDecision reservation -> jobSteps.reserve(reservation, proposal, nowMillis);
        }
        if (submitted.note(decision)) {
            malleables.forgetCounts();
        }
        reservations.note(decision);
        accounts.note(decision, nowSec());
        histories.note(decision, nowMillis);
    }

    private void grow(GrowDecision.Grown grown, @Nullable Selection proposal) throws GraphException {
        arrivals.grow(grown, proposal, nowMillis);
        if (grown.arrival() == GrowRoute.PROVIDER) {
            provisions.remove(grown.grant().requestId());
        }
    }

    private void giveBack(ReturnDecision.GaveBack gaveBack) {
        gaveBack.provided().forEach(release -> provisions.remove(release.requestId()));
        withdrawals.giveBack(gaveBack, nowMillis);
    }

    private void settle(RevokeDecision.RevokeSettled settled) {
        RevokeDecision.RevokeAsked asked = revokes.pending(settled.revokeId())
                .map(PendingRevocations.Asked::decision)
                .orElseThrow();
        JobId child = asked.child();
        clearings.answered(asked, childPath(child), settled.why());
        revokes.settle(settled, childGrants.tops(child));
        malleables.changed(child);
    }
}
