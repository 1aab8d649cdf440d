package io.banyan.instance.jobs;

import io.banyan.elastic.ElasticJob;
import io.banyan.elastic.ElasticPolicy;
import io.banyan.elastic.Malleable;
import io.banyan.elastic.Proposal;
import io.banyan.elastic.Prospect;
import io.banyan.elastic.RunningJob;
import io.banyan.elastic.Situation;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.JobProgress;
import io.banyan.instance.state.Malleables;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Malleability;
import io.banyan.jobspec.Resource;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks the elastic policy which malleable jobs release resources so that others can start, and which jobs get the free
 * resources. The queue decides which job starts, and when; a proposal of the policy to start a job only shows here
 * whether other jobs must release resources for it. While a job has an unanswered proposal, no other proposal is made.
 *
 * <p>O((jobs looked at) x (malleable jobs that run)), where any of these runs; else O(1).
 */
public final class ElasticPass {
    /** The number of waiting jobs, from the first on, for one of which room is made. */
    static final int MOST_WAITING = 32;

    private static final ResourceType NODE = new ResourceType("node");

    private final InstanceState state;
    private final Rescales rescales;
    /** When a job that is left alone is so no more. */
    private long lookAt = Deadlines.NEVER;

    public ElasticPass(InstanceState state, Rescales rescales) {
        this.state = state;
        this.rescales = rescales;
    }

    long nextDeadline() {
        return lookAt;
    }

    /**
     * @param isAlarm whether the event is {@code TimeReached}. At other events the time alone is no reason to ask the
     *     policy, so that a journal records when it was asked
     */
    boolean isDue(long nowMillis, boolean isAlarm) {
        return state.transients().unseen().hasChildren() || (isAlarm && lookAt <= nowMillis);
    }

    /** Ends all questions. */
    void rest() {
        lookAt = Deadlines.NEVER;
    }

    /** Finds out when it is due. O(malleable jobs that run). */
    void planLook(Transition transition) {
        rest();
        if (state.config().elasticity().policy().isPresent()) {
            var unused = running(transition);
        }
    }

    /** Makes a look due at this time as well. */
    void lookBy(long atMillis) {
        lookAt = Math.min(lookAt, atMillis);
    }

    /** Makes the proposals that are due now. */
    void run(Transition transition) {
        Elasticity elasticity = state.config().elasticity();
        state.transients().unseen().takeChildren();
        if (elasticity.policy().isEmpty() || state.malleables().isEmpty()) {
            return;
        }
        List<RunningJob> running = running(transition);
        if (running.isEmpty() || !state.malleables().asked().isEmpty()) {
            return;
        }
        long free = state.schedule().holdings().free(elasticity.measure().name());
        long coming = state.checkpoints().coming(elasticity.measure());
        List<ElasticJob> waiting = state.submitted().queue().first(MOST_WAITING).stream()
                .flatMap(it -> waiting(it).stream())
                .toList();
        ElasticPolicy policy = elasticity.policy().get();
        var situation = new Situation(transition.nowSec(), free, coming, running, waiting);
        if (!makeRoom(transition, policy, situation)) {
            expand(transition, policy.freed(situation));
        }
    }

    /**
     * Makes room for the first waiting job for which this is possible. Returns whether any job releases resources for
     * it.
     */
    private boolean makeRoom(Transition transition, ElasticPolicy policy, Situation situation) {
        long free = situation.free();
        List<ElasticJob> pending = new ArrayList<>(situation.pending());
        for (ElasticJob job : situation.pending()) {
            var left = new Situation(situation.nowSec(), free, situation.coming(), situation.running(), pending);
            List<Proposal> proposals = policy.submitted(left, job);
            boolean isGiven = false;
            for (Proposal proposal : proposals) {
                if (proposal instanceof Proposal.Shrink shrink) {
                    isGiven |= propose(transition, shrink);
                }
                if (proposal instanceof Proposal.Start start) {
                    free = Math.max(0, free - start.amount());
                }
            }
            if (isGiven) {
                return true;
            }
            pending.remove(job);
        }
        return false;
    }

    private void expand(Transition transition, List<Proposal> proposals) {
        for (Proposal proposal : proposals) {
            if (proposal instanceof Proposal.Expand || proposal instanceof Proposal.Shrink) {
                propose(transition, proposal);
            }
        }
    }

    /** Returns whether the job has something to answer. */
    boolean propose(Transition transition, Proposal proposal) {
        JobId job = new JobId(proposal.job());
        Malleables.Running one = state.malleables().require(job);
        long perSlot = perSlot(one.slot());
        Malleability bounds = one.bounds();
        long to = inUnits(bounds, Math.clamp(proposal.amount() / perSlot, bounds.min(), bounds.max()));
        boolean isOther = to != rescales.slots(job) && one.proposal().isEmpty();
        return isOther && rescales.propose(transition, job, to).isEmpty();
    }

    /** The malleable jobs that are not left alone. */
    List<RunningJob> running(Transition transition) {
        Elasticity elasticity = state.config().elasticity();
        List<RunningJob> running = new ArrayList<>();
        for (JobId id : state.malleables().all()) {
            Malleables.Running one = state.malleables().require(id);
            JobRecord job = state.jobs().active(id).orElseThrow();
            boolean isLong = one.isRefused() || one.offers().isLatest();
            long alone = isLong ? elasticity.refusedMillis() : elasticity.rescaleGapSec() * 1000;
            long until = Deadlines.after(one.sinceMillis(), alone);
            if (until > transition.nowMillis()) {
                lookAt = Math.min(lookAt, until);
            } else if (job.state() == JobState.RUNNING
                    && isThere(job, one)
                    && perSlot(one.slot()) > 0
                    && state.reservations().timeOf(id).isEmpty()) {
                long perSlot = perSlot(one.slot());
                Malleability bounds = one.bounds();
                long slots = job.isInstance() ? inUnits(bounds, rescales.slots(id)) : rescales.slots(id);
                Optional<Prospect> prospect = bounds.pace()
                        .map(pace -> one.progress().prospect(pace, slots, perSlot, transition.nowMillis()));
                long most = one.offers().most(bounds, slots, transition.nowMillis());
                if (one.offers().isBelieved(transition.nowMillis())) {
                    lookBy(one.offers().untilMillis());
                }
                Malleable amounts = amounts(bounds, most, perSlot);
                running.add(new RunningJob(
                        elastic(id, amounts, submissionOf(job), prospect), slots * perSlot, one.sinceMillis() / 1000));
            }
        }
        return running;
    }

    /**
     * A child instance is asked only where it can be, and is left alone where it has given back more than it has to
     * keep.
     */
    private boolean isThere(JobRecord job, Malleables.Running one) {
        return !job.isInstance()
                || (rescales.obstacleBelow(job.id()).isEmpty()
                        && rescales.slots(job.id()) >= one.bounds().min());
    }

    /** One that was spawned came when it was given what it has, and is as urgent as most. */
    private static Submission submissionOf(JobRecord job) {
        return job.submission()
                .orElseGet(() -> new Submission(job.window().startSec() * 1000, Submission.USUAL_URGENCY));
    }

    /**
     * Returns the nearest number of slots below it that is valid for a policy, because a child instance can grow and
     * shrink by any amount.
     */
    private static long inUnits(Malleability bounds, long slots) {
        return slots - (slots - bounds.min()) % bounds.unit();
    }

    private static Malleable amounts(Malleability bounds, long most, long perSlot) {
        return new Malleable(bounds.min() * perSlot, most * perSlot, bounds.unit() * perSlot);
    }

    private static ElasticJob elastic(JobId id, Malleable amounts, Submission submission, Optional<Prospect> prospect) {
        return new ElasticJob(id.value(), amounts, submission.urgency(), submission.atMillis() / 1000, prospect);
    }

    /** One that waits; empty where what the policy counts is nothing that it asks for. */
    Optional<ElasticJob> waiting(WaitingJob job) {
        Jobspec jobspec = state.submitted().jobspecOf(job.id()).orElseThrow();
        Submission submission =
                state.jobs().find(job.id()).flatMap(JobRecord::submission).orElseThrow();
        Optional<Malleability> malleability = Malleability.of(jobspec);
        if (malleability.isPresent()) {
            long perSlot = perSlot(jobspec.resources().getFirst());
            return perSlot == 0
                    ? Optional.empty()
                    : Optional.of(elastic(
                            job.id(),
                            amounts(malleability.get(), malleability.get().max(), perSlot),
                            submission,
                            begun(job.id(), malleability.get(), perSlot)));
        }
        long amount = jobspec.resources().stream()
                .mapToLong(it -> it.count().min() * amountIn(it))
                .sum();
        return amount == 0
                ? Optional.empty()
                : Optional.of(new ElasticJob(
                        job.id().value(),
                        new Malleable(amount, amount, 1),
                        submission.urgency(),
                        submission.atMillis() / 1000,
                        job.durationSec() == 0
                                ? Optional.empty()
                                : Optional.of(
                                        state.checkpoints().begun(job.id(), 0).lasting(job.durationSec(), 0))));
    }

    private Optional<Prospect> begun(JobId job, Malleability bounds, long perSlot) {
        JobProgress progress = state.checkpoints().begun(job, 0);
        return bounds.pace().map(pace -> progress.prospect(pace, bounds.min(), perSlot, 0));
    }

    private long perSlot(Resource slot) {
        return amountIn(slot);
    }

    /**
     * Returns the amount of the policy's resource type in one resource. A whole node has what a node has on average.
     */
    private long amountIn(Resource resource) {
        ResourceType measure = state.config().elasticity().measure();
        if (resource.type().equals(measure)) {
            return 1;
        }
        long below = resource.with().stream()
                .mapToLong(it -> it.count().min() * amountIn(it))
                .sum();
        if (below > 0 || resource.isSlot()) {
            return below;
        }
        long nodes = state.schedule().holdings().total(NODE.name());
        return resource.type().equals(NODE) && nodes > 0
                ? state.schedule().holdings().total(measure.name()) / nodes
                : 0;
    }
}
