package io.banyan.elastic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * An elastic policy that weighs what a rescale costs against what it brings. It answers what the authors of {@link PriorityPolicy}'s algorithm leave open: how much of a job is left, how well it scales, how
 * long it stands still for a rescale, and that who waits for long is not to wait for ever.
 *
 * <ul>
 *   <li>What is free goes to those whose weighted rate of completion it raises most ({@link Plan}): a job that hardly gets faster gets no more.
 *   <li>Jobs give something up, be it for one that waits or for one that runs, only where the whole plan is worth more by a margin, the times that they stand still counted in.
 *   <li>A job that is nearly done is left alone, as is one that was rescaled within the gap.
 *   <li>A job that would be over before it can get more starts with as much as there is; another one can start with less, and others with it.
 *   <li>It asks to be asked again when such a gap ends, so that nothing stays free until somebody comes or goes.
 *   <li>A priority counts the more, the longer ago the job was submitted.
 * </ul>
 *
 * Where it is not known of all jobs how they get on, or none lives so long that it could be rescaled, it does as {@link PriorityPolicy#elastic}. O((jobs + amounts) log jobs).
 *
 * @param rescaleGapSec how long a job is left alone after it started or was rescaled
 * @param ageSec after so long a priority counts twice, after twice as long three times, and so on
 * @param margin by which part a plan in which jobs give something up has to be worth more than one without
 */
public record BenefitPolicy(long rescaleGapSec, long ageSec, double margin) implements ElasticPolicy {
    /** A job that needs no longer than so many times what a rescale takes is left alone. */
    private static final double NEARLY_DONE = 3;

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
        return new BenefitPolicy(rescaleGapSec, 3600, 0.05);
    }

    @Override
    public String name() {
        return "benefit";
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
                .mapToLong(it -> it.rescaledSec() + rescaleGapSec)
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

    private List<Proposal> decided(Situation situation) {
        List<RunningJob> movable = situation.running().stream()
                .filter(it -> mayRescale(it, situation.nowSec()))
                .toList();
        List<Plan.Share> kept = new ArrayList<>();
        List<Plan.Share> given = new ArrayList<>();
        long givable = situation.free();
        for (RunningJob it : movable) {
            share(it.job(), it.amount(), it.amount(), situation).ifPresent(kept::add);
            long least = it.job().bounds().min();
            share(it.job(), it.amount(), least, situation).ifPresent(given::add);
            givable += it.amount() - least;
        }
        for (ElasticJob it : situation.pending()) {
            share(it, 0, 0, situation).ifPresent(kept::add);
            share(it, 0, 0, situation).ifPresent(given::add);
        }
        Plan without = Plan.of(kept, situation.free());
        Plan with = Plan.of(given, givable);
        return proposals(with.value() > without.value() * (1 + margin) ? with : without);
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
        long other = amount == running.job().bounds().min()
                ? running.job().bounds().max()
                : running.job().bounds().min();
        return running.job()
                .prospect()
                .filter(it -> it.remainingSec(amount) > NEARLY_DONE * it.rescaleSec(amount, other))
                .isPresent();
    }

    /** Those who give something up first. */
    private static List<Proposal> proposals(Plan plan) {
        List<Proposal> proposals = new ArrayList<>();
        List<Plan.Share> shares = plan.shares().stream()
                .sorted(Comparator.comparing((Plan.Share it) -> it.job, ElasticJob.FIRST))
                .toList();
        for (Plan.Share share : shares) {
            if (share.amount < share.current) {
                proposals.add(new Proposal.Shrink(share.job.number(), share.amount));
            }
        }
        for (Plan.Share share : shares) {
            if (share.current == 0 && share.amount > 0) {
                proposals.add(new Proposal.Start(share.job.number(), share.amount));
            } else if (share.current > 0 && share.amount > share.current) {
                proposals.add(new Proposal.Expand(share.job.number(), share.amount));
            }
        }
        return proposals;
    }
}
