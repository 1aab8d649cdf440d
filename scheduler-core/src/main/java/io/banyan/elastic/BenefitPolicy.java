package io.banyan.elastic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * An elastic policy that weighs the cost of a rescale against its benefit. It considers what the authors of {@link
 * PriorityPolicy}'s algorithm leave open: the remaining work of a job, its scaling, its standstill during a rescale,
 * and the ageing of waiting jobs.
 *
 * <ul>
 *   <li>Free resources go to the jobs whose weighted rate of completion they raise most ({@link Plan}). A job that
 *       hardly gets faster gets no more.
 *   <li>Jobs release resources for a waiting or running job only if the value of the whole plan, with all standstills,
 *       is greater by a margin.
 *   <li>A job that is almost complete is not rescaled, nor is one that was rescaled within the gap. A job that has just
 *       continued from a checkpoint is not stopped again at once.
 *   <li>A job that can write a checkpoint may have to release everything and wait until it can continue. The policy
 *       proposes this only if the value, with the checkpoint and the restart, is greater by a margin than that of every
 *       plan without a stop.
 *   <li>A job that would end before it can get more starts with all free resources. Another job can start with less, so
 *       that others start beside it.
 *   <li>The policy requests another call for the end of such a gap, so that resources do not stay free until the next
 *   submission or end of a job.
 *   <li>The weight of a priority grows with the time since the job's submission.
 * </ul>
 *
 * If the progress of some job is unknown, or if no job runs long enough to be rescaled, the policy behaves as {@link
 * PriorityPolicy#elastic}. O((jobs + amounts) log jobs).
 *
 * @param rescaleGapSec the time for which a job is not rescaled after its start or a rescale
 * @param ageSec the time after which a priority counts twice; after twice this time it counts three times, and so on
 * @param margin the fraction by which the value of a plan in which jobs release resources must exceed that of one
 *     without, and that of a plan with stops must exceed that of one without stops
 * @param canStop whether jobs that can write a checkpoint are ever stopped
 */
public record BenefitPolicy(long rescaleGapSec, long ageSec, double margin, boolean canStop) implements ElasticPolicy {
    /**
     * A job is not rescaled if its remaining time is at most this multiple of a rescale, or of a checkpoint with its
     * restart.
     */
    private static final double NEARLY_DONE = 3;

    /**
     * A job is stopped only after it has held its resources for this multiple of the checkpoint and the restart: so it
     * makes progress in at least half of the time with resources, however often it is stopped.
     */
    private static final double WORTH_IT = 2;

    /** A job whose rest can be over in less than a rescale gap by this hardly lives to be rescaled. */
    private static final double LIVES = 2;

    /** Checks the numbers. */
    public BenefitPolicy {
        if (rescaleGapSec < 0 || ageSec < 1 || !(margin >= 0)) {
            throw new IllegalArgumentException(
                    "a rescale gap of " + rescaleGapSec + " s, ageing in " + ageSec + " s, a margin of " + margin);
        }
    }

    /** With values that do well where many sizes and loads were tried. */
    public static BenefitPolicy usual(long rescaleGapSec) {
        return new BenefitPolicy(rescaleGapSec, 3600, 0.05, true);
    }

    /** Returns this policy, except that it stops no job. */
    public BenefitPolicy withoutStops() {
        return new BenefitPolicy(rescaleGapSec, ageSec, margin, false);
    }

    @Override
    public String name() {
        return canStop ? "benefit" : "benefit-no-stop";
    }

    @Override
    public boolean stops() {
        return canStop;
    }

    @Override
    public List<Proposal> submitted(Situation situation, ElasticJob job) {
        return isWeighed(situation) ? decided(situation) : simple().submitted(situation, job);
    }

    @Override
    public List<Proposal> freed(Situation situation) {
        return isWeighed(situation) ? decided(situation) : simple().freed(situation);
    }

    /** When the first job that is left alone is so no more. */
    @Override
    public OptionalLong nextLook(Situation situation) {
        return situation.running().stream()
                .flatMapToLong(it -> LongStream.of(it.rescaledSec() + rescaleGapSec, it.rescaledSec() + stopGapSec(it)))
                .filter(at -> at > situation.nowSec())
                .min();
    }

    private PriorityPolicy simple() {
        return PriorityPolicy.elastic(rescaleGapSec);
    }

    /** Whether it is known of all jobs how they get on, and one at least can live so long that it is rescaled. */
    private boolean isWeighed(Situation situation) {
        List<ElasticJob> jobs = Stream.concat(
                        situation.running().stream().map(RunningJob::job), situation.pending().stream())
                .toList();
        return jobs.stream().allMatch(job -> job.prospect().isPresent())
                && jobs.stream().anyMatch(this::canBeRescaled);
    }

    private boolean canBeRescaled(ElasticJob job) {
        return job.prospect()
                .filter(it -> LIVES * it.remainingSec(job.bounds().max()) > rescaleGapSec)
                .isPresent();
    }

    /** The plan that changes least, or the next one where that is worth more by the margin. */
    private List<Proposal> decided(Situation situation) {
        Plan best = plan(situation, RunningJob::amount);
        Plan shrinking = plan(situation, BenefitPolicy::least);
        best = shrinking.value() > best.value() * (1 + margin) ? shrinking : best;
        if (situation.running().stream().anyMatch(it -> mayStop(it, situation.nowSec()))) {
            Plan stopping = plan(situation, it -> mayStop(it, situation.nowSec()) ? 0 : least(it));
            best = stopping.value() > best.value() * (1 + margin) ? stopping : best;
        }
        return proposals(best);
    }

    private static long least(RunningJob running) {
        return running.job().bounds().min();
    }

    /**
     * Returns a plan that distributes the free resources and those that running jobs need not keep.
     *
     * @param kept of those that are not left alone
     */
    private Plan plan(Situation situation, ToLongFunction<RunningJob> kept) {
        List<Plan.Share> shares = new ArrayList<>();
        for (RunningJob it : situation.running()) {
            if (mayChange(it, situation.nowSec())) {
                share(it.job(), it.amount(), kept.applyAsLong(it), situation).ifPresent(shares::add);
            }
        }
        for (ElasticJob it : situation.pending()) {
            share(it, 0, 0, situation).ifPresent(shares::add);
        }
        return Plan.of(shares, situation.free(), situation.coming());
    }

    private Optional<Plan.Share> share(ElasticJob job, long current, long least, Situation situation) {
        double age = Math.max(0, situation.nowSec() - job.submittedSec()) / (double) ageSec;
        return job.prospect()
                .map(it -> new Plan.Share(job, it, current, least, job.priority() * (1 + age), rescaleGapSec));
    }

    private boolean mayRescale(RunningJob running, long nowSec) {
        if (nowSec - running.rescaledSec() < rescaleGapSec) {
            return false;
        }
        long amount = running.amount();
        long other = amount == least(running) ? running.job().bounds().max() : least(running);
        return running.job()
                .prospect()
                .filter(it -> it.remainingSec(amount) > NEARLY_DONE * it.rescaleSec(amount, other))
                .isPresent();
    }

    /** Whether a running job may change; the cost of a rescale says nothing about a job that can only be stopped. */
    private boolean mayChange(RunningJob running, long nowSec) {
        boolean isRigid = least(running) == running.job().bounds().max();
        return mayRescale(running, nowSec) || (isRigid && mayStop(running, nowSec));
    }

    private boolean mayStop(RunningJob running, long nowSec) {
        return canStop
                && nowSec - running.rescaledSec() >= stopGapSec(running)
                && running.job()
                        .prospect()
                        .filter(it -> it.checkpoint().isPresent())
                        .filter(it -> it.remainingSec(running.amount()) > NEARLY_DONE * lostSec(running))
                        .isPresent();
    }

    /** For how long it is not stopped after it started or was rescaled. */
    private long stopGapSec(RunningJob running) {
        return canStop ? Math.max(rescaleGapSec, (long) Math.ceil(WORTH_IT * lostSec(running))) : rescaleGapSec;
    }

    private static double lostSec(RunningJob running) {
        return running.job()
                .prospect()
                .flatMap(Prospect::checkpoint)
                .map(it -> it.lostSec(running.amount()))
                .orElse(0.0);
    }

    /**
     * Returns the proposals for the jobs that release resources first, then those for the jobs that fit into the free
     * resources.
     */
    private static List<Proposal> proposals(Plan plan) {
        List<Proposal> proposals = new ArrayList<>();
        List<Plan.Share> shares = plan.shares().stream()
                .sorted(Comparator.comparing((Plan.Share it) -> it.job, ElasticJob.FIRST))
                .toList();
        for (Plan.Share share : shares) {
            if (share.isStopped()) {
                proposals.add(new Proposal.Stop(share.job.number()));
            } else if (share.amount < share.current) {
                proposals.add(new Proposal.Shrink(share.job.number(), share.amount));
            }
        }
        for (Plan.Share share : shares) {
            if (share.isLate) {
                continue;
            }
            if (share.current == 0 && share.amount > 0) {
                proposals.add(new Proposal.Start(share.job.number(), share.amount));
            } else if (share.current > 0 && share.amount > share.current) {
                proposals.add(new Proposal.Expand(share.job.number(), share.amount));
            }
        }
        return proposals;
    }
}
