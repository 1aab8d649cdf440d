package io.banyan.instance.state;

import io.banyan.graph.Selection;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Malleability;
import io.banyan.jobspec.Resource;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The running malleable jobs, and their proposals. A replay restores them. */
public final class Malleables {
    private final JoinedResources joined;
    private final Jobs jobs;
    private final IdleTimes idle;
    private final Origins origins;
    private final UnseenChanges unseen;
    private final Map<JobId, Running> running = new TreeMap<>();
    private final Map<JobId, Long> slots = new TreeMap<>();

    /**
     * A running malleable job.
     *
     * @param jobspec its jobspec
     * @param number of the last proposal
     * @param sinceMillis the time of its start, or of the end of the last proposal
     * @param last the outcome of the last settled proposal
     * @param offers the offers to a child instance
     * @param proposal the proposal without an answer
     * @param progress its progress
     */
    public record Running(
            Malleability bounds,
            Jobspec jobspec,
            long number,
            long sinceMillis,
            Optional<RescaleOutcome> last,
            Offers offers,
            Optional<Rescale> proposal,
            JobProgress progress) {
        /** The resource that makes up one slot of the job. */
        public Resource slot() {
            return jobspec.resources().getFirst();
        }

        /** Whether it did not take the last one. */
        public boolean isRefused() {
            return last.filter(it -> it == RescaleOutcome.DECLINED || it == RescaleOutcome.UNANSWERED)
                    .isPresent();
        }
    }

    Malleables(JoinedResources joined, Jobs jobs, IdleTimes idle, Origins origins, UnseenChanges unseen) {
        this.joined = joined;
        this.jobs = jobs;
        this.idle = idle;
        this.origins = origins;
        this.unseen = unseen;
    }

    /**
     * Applies a rescale decision: a job holds additional resources at once, and released or declined ones become free
     * when the proposal is settled.
     */
    void apply(RescaleDecision decision, @Nullable Selection found, long nowMillis) {
        switch (decision) {
            case RescaleDecision.Proposed proposed -> {
                if (proposed.to() > proposed.from() && !proposed.held().isEmpty()) {
                    Resources resources = joined.get();
                    Selection more = found != null ? found : resources.held().selectionOf(proposed.held());
                    resources.schedule().extend(proposed.job(), more);
                }
                propose(proposed, nowMillis);
            }
            case RescaleDecision.Settled settled -> {
                Optional<Rescale> over = require(settled.job()).proposal();
                over.ifPresent(it -> letGo(settled, it, nowMillis));
                change(
                        settled.job(),
                        one -> over.isPresent()
                                ? settled(one, over.get(), settled, nowMillis)
                                : handedBack(one, settled, nowMillis));
            }
        }
    }

    /**
     * A job runs from now on; nothing, where it is not malleable.
     *
     * @param progress its progress
     */
    void started(JobId job, Optional<Jobspec> jobspec, JobProgress progress, long nowMillis) {
        jobspec.flatMap(Malleability::of)
                .ifPresent(bounds -> running.put(
                        job,
                        new Running(
                                bounds,
                                jobspec.get(),
                                0,
                                nowMillis,
                                Optional.empty(),
                                Offers.NONE,
                                Optional.empty(),
                                progress)));
    }

    /** A child instance is in another state, or has answered. */
    void changed(JobId child) {
        if (running.containsKey(child)) {
            unseen.child();
        }
    }

    /** A job runs no more, or never did. */
    void ended(JobId job) {
        running.remove(job);
        slots.remove(job);
    }

    private void propose(RescaleDecision.Proposed it, long nowMillis) {
        change(
                it.job(),
                one -> new Running(
                        one.bounds,
                        one.jobspec,
                        it.number(),
                        one.sinceMillis,
                        one.last,
                        one.offers.ranWith(it.from()),
                        Optional.of(new Rescale(it.number(), it.from(), it.to(), it.held())),
                        one.progress.asked(nowMillis)));
    }

    private void letGo(RescaleDecision.Settled settled, Rescale over, long nowMillis) {
        boolean isLess = over.isShrink() == (settled.outcome() == RescaleOutcome.ACCEPTED);
        if (isLess && !over.held().isEmpty()) {
            idle.letGo(joined.get(), settled.job(), nowMillis);
            new SlotParts(joined.get()).release(settled.job(), over.held());
            origins.keepLocal(settled.job(), joined.get()::isHeldBy);
        }
    }

    private Running settled(Running one, Rescale over, RescaleDecision.Settled it, long nowMillis) {
        boolean isAccepted = it.outcome() == RescaleOutcome.ACCEPTED;
        boolean isOffer = isInstance(it.job()) && !over.isShrink();
        return new Running(
                one.bounds,
                one.jobspec,
                one.number,
                nowMillis,
                Optional.of(it.outcome()),
                isOffer ? one.offers.made(over.to()) : one.offers,
                Optional.empty(),
                isAccepted ? one.progress.rescaled(wholeSec(one), nowMillis) : one.progress);
    }

    /**
     * Returns the state of a child instance that has given back at once all that it was offered; until then the offered
     * resources are its own.
     */
    private static Running handedBack(Running one, RescaleDecision.Settled it, long nowMillis) {
        return new Running(
                one.bounds,
                one.jobspec,
                one.number,
                nowMillis,
                Optional.of(it.outcome()),
                one.offers.handedBack(nowMillis),
                Optional.empty(),
                one.progress);
    }

    /** Returns the time for all of its work with its amount before the accepted proposal. */
    private static OptionalDouble wholeSec(Running one) {
        return one.bounds.pace().isEmpty() || one.proposal.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(JobProgress.wholeSec(
                        one.bounds.pace().get(), one.proposal.get().from()));
    }

    private void change(JobId job, UnaryOperator<Running> change) {
        running.computeIfPresent(job, (id, one) -> change.apply(one));
        slots.remove(job);
    }

    /** Forgets the counted slots, because the holds of jobs may have changed. */
    void forgetCounts() {
        slots.clear();
    }

    /**
     * With how many slots one runs; counted where that is not known. A child instance can have got itself more than its
     * most.
     */
    long slots(JobId job, SlotParts parts) {
        return slots.computeIfAbsent(job, id -> {
            Running one = require(id);
            long all = parts.count(id, one.slot());
            return isInstance(id) ? all : Math.min(one.bounds.max(), all);
        });
    }

    /**
     * Returns the number of slots that it uses: additional resources are used only after it has accepted, although it
     * holds them already.
     */
    public long worksWith(JobId job, SlotParts parts) {
        return require(job)
                .proposal()
                .filter(it -> !it.isShrink())
                .map(Rescale::from)
                .orElseGet(() -> slots(job, parts));
    }

    /** Whether proposals to one of them go to the instance that runs in it. */
    public boolean isInstance(JobId job) {
        return jobs.active(job).filter(JobRecord::isInstance).isPresent();
    }

    public Optional<Running> find(JobId job) {
        return Optional.ofNullable(running.get(job));
    }

    public Running require(JobId job) {
        return Objects.requireNonNull(running.get(job), "a malleable job that runs");
    }

    /** In the order of their numbers. */
    public List<JobId> all() {
        return List.copyOf(running.keySet());
    }

    public boolean isEmpty() {
        return running.isEmpty();
    }

    /** Returns the jobs that have a proposal to answer. */
    public List<JobId> asked() {
        List<JobId> asked = new ArrayList<>();
        for (var entry : running.entrySet()) {
            if (entry.getValue().proposal.isPresent()) {
                asked.add(entry.getKey());
            }
        }
        return asked;
    }

    @Override
    public String toString() {
        return running.toString();
    }
}
