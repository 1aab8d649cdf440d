package io.banyan.instance.state;

import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.resource.JobId;
import java.util.Optional;
import java.util.function.Function;

/**
 * Determines the charge of running jobs to the usage of their users: a moldable job is charged for its granted
 * resources, and a malleable job from each rescale on for the resources that it then holds. It follows the decisions on
 * the job alone, so that a journal without those on other jobs gives the same result. O(its holds) when such a job
 * starts, and O(1) for each rescale; nothing if no usage is counted.
 */
final class Charges {
    private final JoinedResources joined;
    private final Jobs jobs;
    private final QueueBook book;
    private final Function<JobId, Optional<Jobspec>> jobspecs;
    private final Malleables malleables;

    Charges(
            JoinedResources joined,
            Jobs jobs,
            QueueBook book,
            Function<JobId, Optional<Jobspec>> jobspecs,
            Malleables malleables) {
        this.joined = joined;
        this.jobs = jobs;
        this.book = book;
        this.jobspecs = jobspecs;
        this.malleables = malleables;
    }

    /** A job of the queue has its resources from now on. */
    void started(JobId job, long nowMillis) {
        Optional<Jobspec> jobspec = jobspecs.apply(job);
        if (book.countsUse() && jobspec.isPresent()) {
            book.uses(job, sized(job, jobspec.get()), ownerOf(job), nowMillis);
        }
    }

    /** Something is about to be decided on how much a malleable job has. */
    void rescaling(RescaleDecision decision, long nowMillis) {
        switch (decision) {
            case RescaleDecision.Proposed it -> {
                boolean keeps = it.to() < it.from() && !it.held().isEmpty();
                charge(it.job(), keeps ? it.from() : it.to(), nowMillis);
            }
            case RescaleDecision.Settled it ->
                malleables.require(it.job()).proposal().ifPresent(over -> {
                    if (it.outcome() == RescaleOutcome.ACCEPTED) {
                        charge(it.job(), over.to(), nowMillis);
                    } else if (!over.isShrink()) {
                        charge(it.job(), over.from(), nowMillis);
                    }
                });
        }
    }

    private void charge(JobId job, long slots, long nowMillis) {
        if (book.isUsing(job)) {
            Jobspec jobspec = jobspecs.apply(job).orElseThrow();
            book.uses(job, with(jobspec, slots), ownerOf(job), nowMillis);
        }
    }

    private Jobspec sized(JobId job, Jobspec jobspec) {
        Resource slot = jobspec.resources().getFirst();
        var parts = new SlotParts(joined.get());
        if (malleables.find(job).isPresent()) {
            return with(jobspec, malleables.slots(job, parts));
        }
        boolean isSized = jobspec.resources().size() == 1
                && slot.isSlot()
                && !slot.isXorSlot()
                && !slot.count().isExact()
                && slot.with().stream()
                        .noneMatch(it -> it.isSlot() || !it.count().isExact());
        return isSized ? with(jobspec, parts.count(job, slot)) : jobspec;
    }

    private static Jobspec with(Jobspec jobspec, long slots) {
        long least = jobspec.resources().getFirst().count().min();
        return jobspec.withSlots(Count.exactly(Math.max(least, slots)));
    }

    private String ownerOf(JobId job) {
        return jobs.find(job).map(JobRecord::owner).orElse("");
    }
}
