package io.banyan.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.banyan.queue.DecayedUsage.Payer;
import io.banyan.queue.Priority.Candidate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests which job comes first: weights, age, and who has used how much. */
class PriorityTest {
    private static final long DAY = 86_400_000;

    private static Candidate job(int urgency, long submittedMillis, double cost, double fair) {
        return new Candidate(0, 0, urgency, submittedMillis, cost, fair);
    }

    private static Priority weights(String text) {
        return QueueText.priority(text, List.of());
    }

    @Test
    void withoutWeightsQueueGoesBeforeUrgency() {
        Priority plain = Priority.PLAIN;
        assertThat(plain.rank(job(17, 0, 1, 0), 0)).isGreaterThan(plain.rank(job(16, 0, 1_000, 1), DAY));
        assertThat(plain.rank(new Candidate(1, 1, 1, 0, 1, 0), 0))
                .isGreaterThan(plain.rank(new Candidate(0, 0, 31, 0, 1, 0), 0));
        assertThat(plain.isMoving()).isFalse();
    }

    @Test
    void queueAndUrgencyGoBeforeAllThatHasAWeight() {
        Priority heavy = weights("age=1000000,size=500000,fairshare=250000");
        assertThat(heavy.rank(job(17, 9 * DAY, 1, 0), 9 * DAY)).isGreaterThan(heavy.rank(job(16, 0, 1e6, 1), 9 * DAY));
    }

    @Test
    void aWeightOfUrgencyMakesItOneAmongOthers() {
        Priority mixed = weights("age=1000,urgency=10");
        assertThat(mixed.rank(job(31, 9 * DAY, 1, 0), 9 * DAY)).isLessThan(mixed.rank(job(16, 0, 1, 0), 9 * DAY));
    }

    /** The part that is left out of age is the same for all, so that the differences are those of the whole. */
    @Test
    void agesDifferAsLongAsNobodyIsAsOldAsCounts() {
        Priority ageing = weights("age=700,age-max=7d");
        double older = ageing.rank(job(16, 2 * DAY, 1, 0), 5 * DAY);
        double younger = ageing.rank(job(16, 4 * DAY, 1, 0), 5 * DAY);
        assertThat(older - younger).isCloseTo(200, within(1e-6));
        assertThat(ageing.rank(job(16, 2 * DAY, 1, 0), 6 * DAY)).isEqualTo(older);
        double old = ageing.rank(job(16, 0, 1, 0), 20 * DAY);
        assertThat(ageing.rank(job(16, 3 * DAY, 1, 0), 20 * DAY)).isEqualTo(old);
        assertThat(old - ageing.rank(job(16, 20 * DAY, 1, 0), 20 * DAY)).isCloseTo(700, within(1e-6));
    }

    @Test
    void sizeCountsDoublings() {
        Priority large = weights("size=20");
        double one = large.rank(job(16, 0, 1, 0), 0);
        assertThat(large.rank(job(16, 0, 8, 0), 0) - one).isCloseTo(3, within(1e-9));
        Priority small = weights("size=-20");
        assertThat(small.rank(job(16, 0, 8, 0), 0)).isLessThan(small.rank(job(16, 0, 2, 0), 0));
    }

    /** The parts are what is shown, and the rank is what orders: both must say the same of any two jobs. */
    @Test
    void thePartsOfTwoJobsDifferByAsMuchAsTheirRanks() {
        Priority mixed = weights("age=700,age-max=7d,size=20,fairshare=300,queue=50,urgency=-40");
        var random = new Random(7);
        for (int i = 0; i < 200; i++) {
            Candidate one = anyJob(random);
            Candidate other = anyJob(random);
            long now = 10 * DAY;
            assertThat(points(mixed, one, now) - points(mixed, other, now))
                    .as("%s %s", one, other)
                    .isCloseTo(mixed.rank(one, now) - mixed.rank(other, now), within(1e-6));
        }
    }

    private static Candidate anyJob(Random random) {
        return new Candidate(
                random.nextDouble(),
                random.nextInt(5),
                1 + random.nextInt(31),
                random.nextLong(10 * DAY),
                1 + random.nextInt(1_000),
                random.nextDouble());
    }

    private static double points(Priority priority, Candidate job, long now) {
        return priority.parts(job, now).stream()
                .mapToDouble(Priority.Part::points)
                .sum();
    }

    @Test
    void onlyFactorsWithAWeightAreParts() {
        assertThat(Priority.PLAIN.parts(job(16, 0, 8, 1), DAY)).isEmpty();
        assertThat(weights("age=700,urgency=10").parts(job(31, 0, 8, 1), 20 * DAY))
                .containsExactly(
                        new Priority.Part(Priority.Factor.AGE, 1, 700),
                        new Priority.Part(Priority.Factor.URGENCY, 1, 10));
        assertThat(weights("age=700")
                        .parts(job(16, 2 * DAY, 1, 0), DAY)
                        .getFirst()
                        .value())
                .as("of a job that came since the others were looked at")
                .isZero();
    }

    @Test
    void whatIsOverCountsHalfAfterAHalfLife() {
        var usage = new DecayedUsage(new FairShare(100, new TreeMap<>(), List.of()));
        var ada = new Payer("physics", "ada");
        usage.change(ada, 8, 0);
        usage.change(ada, -8, 10_000);
        double then = usage.at(10_000).get(ada);
        assertThat(then).isCloseTo(80, within(4.0));
        assertThat(usage.at(110_000).get(ada)).isCloseTo(then / 2, within(1e-9));
        assertThat(usage.at(210_000).get(ada)).isCloseTo(then / 4, within(1e-9));
    }

    /** The sum in one step is that of many small ones. */
    @Test
    void useIsCountedTheSameHoweverOftenItIsAskedFor() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var usage = new DecayedUsage(new FairShare(1_000, new TreeMap<>(), List.of()));
        var ada = new Payer("", "ada");
        double naive = 0;
        double rate = 0;
        double perMilli = Math.pow(0.5, 1 / 1_000_000.0);
        for (long milli = 0; milli < 200_000; milli++) {
            if (random.nextInt(10_000) == 0) {
                double change = random.nextInt(5) - Math.min(2, rate);
                rate += change;
                usage.change(ada, change, milli);
            }
            naive = naive * perMilli + rate / 1000;
        }
        assertThat(usage.at(200_000).getOrDefault(ada, 0.0))
                .as("seed %d", seed)
                .isCloseTo(naive, within(1e-3 * (1 + naive)));
    }

    @Test
    void whatWasSetIsWhatAnEarlierProcessHadCounted() {
        var usage = new DecayedUsage(new FairShare(100, new TreeMap<>(), List.of()));
        var ada = new Payer("", "ada");
        usage.change(ada, 2, 0);
        var again = new DecayedUsage(new FairShare(100, new TreeMap<>(), List.of()));
        again.change(ada, 2, 0);
        again.set(new TreeMap<>(usage.at(50_000)), 50_000);
        usage.set(new TreeMap<>(usage.at(50_000)), 50_000);
        assertThat(again.at(90_000)).isEqualTo(usage.at(90_000));
    }

    @Test
    void whoHasUsedTheShareOfAllHasHalf() {
        var accounts = List.of(QueueText.account("physics,shares=3"), QueueText.account("chemistry"));
        var fairShare = new FairShare(100, new TreeMap<>(), accounts);
        var standing = new Standing(
                fairShare,
                new TreeMap<>(Map.of(
                        new Payer("physics", "ada"), 75.0,
                        new Payer("chemistry", "bob"), 20.0,
                        new Payer("chemistry", "eve"), 5.0)));
        // Ada has used all of her account's, which has used its 3 of 4 shares.
        assertThat(standing.factor(new Payer("physics", "ada"))).isCloseTo(0.25, within(1e-9));
        assertThat(standing.factor(new Payer("physics", "new"))).isCloseTo(0.5, within(1e-9));
        assertThat(standing.factor(new Payer("chemistry", "bob"))).isCloseTo(0.5 * Math.pow(2, -1.6), within(1e-9));
        assertThat(standing.factor(new Payer("chemistry", "eve")))
                .isGreaterThan(standing.factor(new Payer("chemistry", "bob")));
        assertThat(new Standing(fairShare, new TreeMap<>()).factor(new Payer("physics", "ada")))
                .isEqualTo(1);
    }
}
