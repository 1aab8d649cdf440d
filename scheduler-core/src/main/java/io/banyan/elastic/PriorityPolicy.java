package io.banyan.elastic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The algorithm of Bhosale, Kale and Kokkila-Schumacher, <i>An elastic job scheduler for HPC applications on the
 * cloud</i> (section 3.2.1, figures 2 and 3), and the three policies that they compare it with, as they emulate them:
 * by bounds that leave no choice, or by a rescale gap that never ends.
 *
 * <p>The points that the pseudo-code leaves open, or that differ from the text around it, with their treatment here:
 *
 * <ul>
 *   <li>It keeps one slot for a launcher at each start. Here {@link #keptFree} slots stay free, usually none.
 *   <li>Its loops over running jobs end before the first one, {@code index > 0}; here the first job is examined like
 *   any other.
 *   <li>After the shrinking that makes room for a job it ends; here the job is started.
 *   <li>It shrinks jobs of the same priority for one that came later, where the text says that the earlier one has the
 *       higher priority; here it does not.
 *   <li>It compares the amount that it takes from a job with the needed amount. Here a job releases a multiple of its
 *       unit, which can be slightly more. The excess goes to waiting jobs.
 *   <li>At the end of a job it offers the resources of that job, and not those that were free before; here all free
 *   resources are offered.
 *   <li>A job that waits has no last action; here it may start at any time.
 *   <li>A shrink can fail there, and resources that others released then stay free; here the policy is asked again
 *       ({@link ElasticPolicy}).
 * </ul>
 *
 * O(jobs log jobs) each.
 *
 * @param name the name of the policy
 * @param sizing the amounts that jobs are offered
 * @param rescaleGapSec the time for which a job is not rescaled after its start or a rescale
 * @param keptFree the amount that stays free
 */
public record PriorityPolicy(String name, Sizing sizing, long rescaleGapSec, long keptFree) implements ElasticPolicy {
    private static final long NEVER = Long.MAX_VALUE;

    /** Checks the numbers. */
    public PriorityPolicy {
        if (rescaleGapSec < 0 || keptFree < 0) {
            throw new IllegalArgumentException(
                    "a rescale gap of " + rescaleGapSec + " s, and " + keptFree + " kept free");
        }
    }

    /** The paper's own. */
    public static PriorityPolicy elastic(long rescaleGapSec) {
        return new PriorityPolicy("elastic", Sizing.ANY, rescaleGapSec, 0);
    }

    /** Every job runs with the least that it can, and keeps it. */
    public static PriorityPolicy rigidMin() {
        return new PriorityPolicy("rigid-min", Sizing.MIN, NEVER, 0);
    }

    /** Every job runs with the most that it can, and keeps it. */
    public static PriorityPolicy rigidMax() {
        return new PriorityPolicy("rigid-max", Sizing.MAX, NEVER, 0);
    }

    /** Every job starts with the free resources, and keeps them. */
    public static PriorityPolicy moldable() {
        return new PriorityPolicy("moldable", Sizing.ANY, NEVER, 0);
    }

    /** The paper's {@code newJob}. */
    @Override
    public List<Proposal> submitted(Situation situation, ElasticJob job) {
        Malleable bounds = sizing.of(job.bounds());
        long free = situation.free() - keptFree;
        long amount = bounds.fitting(free);
        if (amount > 0) {
            return List.of(new Proposal.Start(job.number(), amount));
        }
        List<RunningJob> behind = situation.running().stream()
                .filter(it -> job.isBefore(it.job()) && mayRescale(it, situation.nowSec()))
                .sorted(Comparator.comparing(RunningJob::job, ElasticJob.FIRST.reversed()))
                .toList();
        long possible = behind.stream()
                .mapToLong(it -> it.amount() - sizing.of(it.job().bounds()).min())
                .sum();
        if (free + possible < bounds.min()) {
            return List.of();
        }
        return shrinkAndStart(behind, job, bounds, free);
    }

    /**
     * Shrinks jobs, from the last one on, by as much as the new job needs to start with the most that it can run with.
     */
    private List<Proposal> shrinkAndStart(List<RunningJob> behind, ElasticJob job, Malleable bounds, long free) {
        List<Proposal> proposals = new ArrayList<>();
        long room = free;
        for (RunningJob other : behind) {
            Malleable of = sizing.of(other.job().bounds());
            if (room < bounds.max() && other.amount() > of.min()) {
                long amount = of.without(other.amount(), bounds.max() - room);
                proposals.add(new Proposal.Shrink(other.job().number(), amount));
                room += other.amount() - amount;
            }
        }
        proposals.add(new Proposal.Start(job.number(), bounds.fitting(room)));
        return proposals;
    }

    /** The paper's {@code completeJob}. */
    @Override
    public List<Proposal> freed(Situation situation) {
        record One(ElasticJob job, long amount) {}
        List<One> all = Stream.concat(
                        situation.running().stream()
                                .filter(it -> mayRescale(it, situation.nowSec()))
                                .map(it -> new One(it.job(), it.amount())),
                        situation.pending().stream().map(it -> new One(it, 0)))
                .sorted(Comparator.comparing(One::job, ElasticJob.FIRST))
                .toList();
        List<Proposal> proposals = new ArrayList<>();
        long free = situation.free() - keptFree;
        for (One one : all) {
            long amount = sizing.of(one.job.bounds()).fitting(one.amount + Math.max(0, free));
            if (amount > one.amount) {
                proposals.add(
                        one.amount == 0
                                ? new Proposal.Start(one.job.number(), amount)
                                : new Proposal.Expand(one.job.number(), amount));
                free -= amount - one.amount;
            }
        }
        return proposals;
    }

    private boolean mayRescale(RunningJob running, long nowSec) {
        return nowSec - running.rescaledSec() >= rescaleGapSec;
    }
}
