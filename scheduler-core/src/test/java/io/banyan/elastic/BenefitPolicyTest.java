package io.banyan.elastic;

import static io.banyan.elastic.Situations.at;
import static io.banyan.elastic.Situations.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.elastic.Proposal.Expand;
import io.banyan.elastic.Proposal.Shrink;
import io.banyan.elastic.Proposal.Start;
import io.banyan.elastic.Proposal.Stop;
import io.banyan.elastic.Situations.Perfect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BenefitPolicyTest {
    private static final BenefitPolicy POLICY = BenefitPolicy.usual(60);

    /** Takes as long with any number of slots. */
    private record Serial(double seconds) implements Prospect {
        @Override
        public double remainingSec(long amount) {
            return seconds;
        }

        @Override
        public double rescaleSec(long from, long to) {
            return 1;
        }
    }

    @Test
    void whatBringsNothingIsNotDone() {
        var serial = new RunningJob(job(1, 5, 0, 4, 64, new Serial(500)), 4, 0);
        var dear = new RunningJob(job(2, 5, 0, 4, 64, new Perfect(400, 90)), 4, 0);
        assertThat(POLICY.freed(at(100, 56, List.of(serial, dear)))).isEmpty();
        var cheap = new RunningJob(job(2, 5, 0, 4, 64, new Perfect(4000, 9)), 4, 0);
        assertThat(POLICY.freed(at(100, 56, List.of(serial, cheap)))).containsExactly(new Expand(2, 60));
    }

    @Test
    void whoIsNearlyDoneIsLeftAlone() {
        ElasticJob come = job(9, 5, 100, 8, 8, new Perfect(800, 1));
        var nearly = new RunningJob(job(1, 1, 0, 1, 16, new Perfect(16 * 5, 2)), 16, 0);
        assertThat(POLICY.submitted(at(100, 0, List.of(nearly), come), come)).isEmpty();
        var far = new RunningJob(job(1, 1, 0, 1, 16, new Perfect(16 * 500, 2)), 16, 0);
        assertThat(POLICY.submitted(at(100, 0, List.of(far), come), come))
                .containsExactly(new Shrink(1, 8), new Start(9, 8));
    }

    @Test
    void aShortJobMayComeBeforeALongOneOfTheSamePriority() {
        ElasticJob longer = job(1, 3, 0, 8, 8, new Perfect(8000, 1));
        ElasticJob shorter = job(2, 3, 50, 8, 8, new Perfect(80, 1));
        assertThat(POLICY.freed(at(60, 8, List.of(), longer, shorter))).containsExactly(new Start(2, 8));
    }

    @Test
    void whoWaitsForLongCounts() {
        ElasticJob old = job(1, 1, 0, 8, 8, new Perfect(800, 1));
        ElasticJob young = job(2, 3, 20_000, 8, 8, new Perfect(800, 1));
        assertThat(POLICY.freed(at(1000, 8, List.of(), old, job(2, 3, 1000, 8, 8, new Perfect(800, 1)))))
                .containsExactly(new Start(2, 8));
        assertThat(POLICY.freed(at(20_000, 8, List.of(), old, young))).containsExactly(new Start(1, 8));
    }

    @Test
    void itWantsToLookAgainWhenAGapEnds() {
        var first = new RunningJob(job(1, 3, 0, 2, 8, new Perfect(80, 1)), 4, 95);
        var second = new RunningJob(job(2, 3, 0, 2, 8, new Perfect(80, 1)), 4, 90);
        var free = new RunningJob(job(3, 3, 0, 2, 8, new Perfect(80, 1)), 4, 0);
        assertThat(POLICY.nextLook(at(100, 8, List.of(first, second, free)))).isEqualTo(OptionalLong.of(150));
        assertThat(POLICY.nextLook(at(100, 8, List.of(free)))).isEmpty();
    }

    @Test
    void whereNothingIsKnownItGoesByPriority() {
        var unknown = new ElasticJob(2, new Malleable(4, 16, 1), 2, 0, Optional.empty());
        var running = List.of(new RunningJob(unknown, 16, 0));
        ElasticJob come = job(9, 5, 100, 8, 8, new Perfect(800, 1));
        assertThat(POLICY.submitted(at(100, 0, running, come), come))
                .isEqualTo(PriorityPolicy.elastic(60).submitted(at(100, 0, running, come), come))
                .isNotEmpty();
    }

    /** Whatever the situation, no policy gives away more than there is, or an amount that a job cannot run with. */
    @Test
    void proposalsCanBePerformedOneAfterTheOther() {
        for (long seed = 1; seed <= 2000; seed++) {
            var random = new SplittableRandom(seed);
            Situation situation = random(random);
            List<ElasticPolicy> policies = List.of(
                    POLICY,
                    BenefitPolicy.usual(0),
                    PriorityPolicy.elastic(60),
                    PriorityPolicy.moldable(),
                    PriorityPolicy.rigidMin(),
                    PriorityPolicy.rigidMax());
            for (ElasticPolicy policy : policies) {
                check(situation, policy.freed(situation), policy.name() + ", seed " + seed);
                if (!situation.pending().isEmpty()) {
                    ElasticJob come = situation.pending().getFirst();
                    check(situation, policy.submitted(situation, come), policy.name() + ", seed " + seed);
                }
            }
        }
    }

    private static Situation random(SplittableRandom random) {
        List<RunningJob> running = new ArrayList<>();
        List<ElasticJob> pending = new ArrayList<>();
        int jobs = 1 + random.nextInt(8);
        for (int i = 0; i < jobs; i++) {
            long unit = 1L + random.nextInt(3);
            long min = 1L + random.nextInt(8);
            var bounds = new Malleable(min, min + unit * random.nextInt(9), unit);
            Prospect prospect = random.nextInt(4) == 0
                    ? new Serial(random.nextInt(500))
                    : new Perfect(random.nextInt(5000), random.nextInt(20));
            var job = new ElasticJob(i, bounds, 1 + random.nextInt(5), random.nextInt(200), Optional.of(prospect));
            if (random.nextBoolean()) {
                pending.add(job);
            } else {
                running.add(new RunningJob(job, bounds.fitting(min + random.nextInt(30)), random.nextInt(200)));
            }
        }
        return new Situation(200, random.nextInt(30), running, pending);
    }

    private static void check(Situation situation, List<Proposal> proposals, String where) {
        long free = situation.free();
        Map<Long, Long> amounts = new HashMap<>();
        Map<Long, Malleable> bounds = new HashMap<>();
        situation.running().forEach(it -> amounts.put(it.job().number(), it.amount()));
        situation.running().forEach(it -> bounds.put(it.job().number(), it.job().bounds()));
        situation.pending().forEach(it -> bounds.put(it.number(), it.bounds()));
        for (Proposal proposal : proposals) {
            long before = amounts.getOrDefault(proposal.job(), 0L);
            switch (proposal) {
                case Start start -> assertThat(before).as(where).isZero();
                case Shrink shrink -> assertThat(shrink.amount()).as(where).isLessThan(before);
                case Expand expand ->
                    assertThat(expand.amount()).as(where).isGreaterThan(before).isPositive();
                case Stop stop -> throw new AssertionError(where + ": nobody can write a checkpoint");
            }
            Malleable of = bounds.get(proposal.job());
            assertThat(of.fitting(proposal.amount())).as(where).isEqualTo(proposal.amount());
            free -= proposal.amount() - before;
            assertThat(free).as(where).isNotNegative();
            amounts.put(proposal.job(), proposal.amount());
        }
    }
}
