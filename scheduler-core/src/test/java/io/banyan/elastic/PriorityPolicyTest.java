package io.banyan.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.elastic.Proposal.Expand;
import io.banyan.elastic.Proposal.Shrink;
import io.banyan.elastic.Proposal.Start;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PriorityPolicyTest {
    private static final long GAP = 60;
    private static final PriorityPolicy ELASTIC = PriorityPolicy.elastic(GAP);

    private static ElasticJob job(long number, int priority, long submitted, long min, long max) {
        return new ElasticJob(number, new Malleable(min, max, 1), priority, submitted, Optional.empty());
    }

    private static RunningJob running(ElasticJob job, long amount, long rescaled) {
        return new RunningJob(job, amount, rescaled);
    }

    private static Situation at(long now, long free, List<RunningJob> running, ElasticJob... pending) {
        return new Situation(now, free, running, List.of(pending));
    }

    @Test
    void aJobStartsWithAllThatIsFreeAndItCanTake() {
        ElasticJob come = job(1, 3, 0, 2, 8);
        assertThat(ELASTIC.submitted(at(0, 64, List.of(), come), come)).containsExactly(new Start(1, 8));
        assertThat(ELASTIC.submitted(at(0, 5, List.of(), come), come)).containsExactly(new Start(1, 5));
        assertThat(new PriorityPolicy("launcher", Sizing.ANY, GAP, 1).submitted(at(0, 5, List.of(), come), come))
                .containsExactly(new Start(1, 4));
    }

    /** The last one first, and of it as much as the new one can take. */
    @Test
    void thoseBehindGiveUpWhatItTakesForTheMost() {
        ElasticJob come = job(9, 5, 100, 8, 20);
        var running = List.of(
                running(job(1, 5, 0, 4, 16), 16, 0),
                running(job(2, 2, 0, 4, 16), 16, 0),
                running(job(3, 1, 0, 4, 16), 10, 0));
        // 2 are free; 6 of the last one, and the 12 that are missing then of the one before it.
        assertThat(ELASTIC.submitted(at(100, 2, running, come), come))
                .containsExactly(new Shrink(3, 4), new Shrink(2, 4), new Start(9, 20));
    }

    @Test
    void nobodyGivesAnythingUpInVain() {
        ElasticJob come = job(9, 5, 100, 20, 40);
        var running = List.of(running(job(2, 2, 0, 4, 16), 16, 0));
        assertThat(ELASTIC.submitted(at(100, 7, running, come), come)).isEmpty();
        assertThat(ELASTIC.submitted(at(100, 8, running, come), come))
                .containsExactly(new Shrink(2, 4), new Start(9, 20));
    }

    /**
     * A job that is not asked to give anything up while there is room for the least: fewer rescales, as the text says.
     */
    @Test
    void roomForTheLeastIsEnough() {
        ElasticJob come = job(9, 5, 100, 8, 32);
        var running = List.of(running(job(2, 1, 0, 4, 64), 56, 0));
        assertThat(ELASTIC.submitted(at(100, 8, running, come), come)).containsExactly(new Start(9, 8));
    }

    @Test
    void whoComesFirstGivesNothingUp() {
        ElasticJob come = job(9, 3, 100, 8, 8);
        assertThat(ELASTIC.submitted(at(100, 0, List.of(running(job(1, 4, 99, 1, 16), 16, 0)), come), come))
                .isEmpty();
        assertThat(ELASTIC.submitted(at(100, 0, List.of(running(job(1, 3, 99, 1, 16), 16, 0)), come), come))
                .as("of the same priority, and submitted before")
                .isEmpty();
        assertThat(ELASTIC.submitted(at(100, 0, List.of(running(job(1, 2, 99, 1, 16), 16, 0)), come), come))
                .as("the only one that runs")
                .containsExactly(new Shrink(1, 8), new Start(9, 8));
    }

    @Test
    void whoWasRescaledWithinTheGapIsLeftAlone() {
        ElasticJob come = job(9, 5, 100, 8, 8);
        assertThat(ELASTIC.submitted(at(100, 0, List.of(running(job(1, 1, 0, 1, 16), 16, 41)), come), come))
                .isEmpty();
        assertThat(ELASTIC.submitted(at(100, 0, List.of(running(job(1, 1, 0, 1, 16), 16, 40)), come), come))
                .isNotEmpty();
        assertThat(ELASTIC.freed(at(100, 8, List.of(running(job(1, 1, 0, 1, 16), 4, 41)))))
                .isEmpty();
    }

    @Test
    void whatIsFreedGoesToTheFirstWhetherTheyRunOrWait() {
        var running = List.of(running(job(1, 5, 0, 2, 8), 4, 0), running(job(2, 1, 0, 2, 64), 8, 0));
        ElasticJob large = job(3, 4, 10, 32, 64);
        ElasticJob small = job(4, 2, 20, 4, 16);
        // 20 are free: 4 for the first, not enough for the large one, 16 for the small one.
        assertThat(ELASTIC.freed(at(100, 20, running, small, large)))
                .containsExactly(new Expand(1, 8), new Start(4, 16));
        // 24 are: the last one gets what is left.
        assertThat(ELASTIC.freed(at(100, 24, running, small, large)))
                .containsExactly(new Expand(1, 8), new Start(4, 16), new Expand(2, 12));
    }

    @Test
    void ofTheSamePriorityTheOneThatCameEarlierComesFirst() {
        assertThat(ELASTIC.freed(at(100, 8, List.of(), job(2, 3, 20, 4, 8), job(1, 3, 10, 4, 8))))
                .containsExactly(new Start(1, 8));
    }

    @Test
    void theOthersNeverRescale() {
        ElasticJob come = job(9, 5, 100, 8, 32);
        var running = List.of(running(job(1, 1, 0, 4, 64), 24, 0));
        assertThat(PriorityPolicy.rigidMin().submitted(at(1000, 10, running, come), come))
                .containsExactly(new Start(9, 8));
        assertThat(PriorityPolicy.rigidMax().submitted(at(1000, 31, running, come), come))
                .isEmpty();
        assertThat(PriorityPolicy.rigidMax().submitted(at(1000, 32, running, come), come))
                .containsExactly(new Start(9, 32));
        assertThat(PriorityPolicy.moldable().submitted(at(1000, 10, running, come), come))
                .containsExactly(new Start(9, 10));
        assertThat(PriorityPolicy.moldable().submitted(at(1000, 7, running, come), come))
                .isEmpty();
        assertThat(PriorityPolicy.moldable().freed(at(1000, 7, running))).isEmpty();
        assertThat(PriorityPolicy.rigidMin().freed(at(1000, 40, running, come))).containsExactly(new Start(9, 8));
    }

    @Test
    void amountsAreTheLeastAndWholeUnitsMore() {
        var bounds = new Malleable(4, 16, 6);
        assertThat(bounds.fitting(3)).isZero();
        assertThat(bounds.fitting(9)).isEqualTo(4);
        assertThat(bounds.fitting(15)).isEqualTo(10);
        assertThat(bounds.fitting(99)).isEqualTo(16);
        assertThat(bounds.without(16, 1)).isEqualTo(10);
        assertThat(bounds.without(16, 7)).isEqualTo(4);
        assertThat(bounds.without(16, 40)).isEqualTo(4);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new Malleable(4, 16, 5))
                .withMessageContaining("found min 4, max 16, unit 5");
    }
}
