package io.banyan.sim.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.banyan.elastic.Malleable;
import io.banyan.elastic.PriorityPolicy;
import io.banyan.sim.elastic.ElasticExperiment.Policy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ElasticReplayTest {
    /** 64 slot seconds, of which any number of slots does its part; stands still for 2 s. */
    private static final Application PERFECT = new Application(
            "perfect",
            new Malleable(1, 4, 1),
            new PiecewiseLinear(Map.of(1L, 64.0, 2L, 32.0, 3L, 64.0 / 3, 4L, 16.0)),
            new PiecewiseLinear(Map.of(1L, 2.0)));

    private static ElasticWorkload.Job job(int number, int priority, long submit) {
        return new ElasticWorkload.Job(number, PERFECT, priority, submit);
    }

    /** On the instance's own graph, after every event: the invariants hold, and each job holds as many cores as it runs with. */
    @ParameterizedTest
    @EnumSource
    void theInstanceHasItAsTheSimulationDoes(Policy policy) {
        for (long seed = 1; seed <= 5; seed++) {
            var workload = ElasticWorkload.random(Applications.jacobi(), 16, 60, seed);
            ElasticOutcome outcome = ElasticReplay.checked(workload, policy.of(30), 4, 16);
            assertThat(outcome.runs()).hasSize(16);
            assertThat(outcome.utilisation()).isBetween(0.0, 1.0);
            assertThat(outcome).isEqualTo(ElasticReplay.run(workload, policy.of(30), 4, 16));
            if (!policy.rescales()) {
                assertThat(outcome.rescales()).isZero();
            }
        }
    }

    /**
     * On 4 slots: the first job runs with all of them for 10 s, in which it does 40 of its 64 slot seconds. Then it gives 3 up for the second one and stands still for 2 s, is 16 s long alone with 1 slot until 26,
     * and has then done 40 + 14; the second one ends at 10 + 64 / 3. When that ends the first one gets its slots back.
     */
    @Test
    void aRescaleTakesItsTime() {
        var workload = new ElasticWorkload(List.of(job(0, 1, 0), new ElasticWorkload.Job(1, PERFECT, 5, 10)));
        ElasticOutcome outcome = ElasticReplay.run(workload, PriorityPolicy.elastic(0), 1, 4);
        ElasticOutcome.Run second = outcome.runs().getFirst();
        assertThat(second.job().number()).isEqualTo(1);
        assertThat(second.startMillis()).isEqualTo(10_000);
        double secondEnds = 10 + 64.0 / 3;
        assertThat(second.endMillis() / 1000.0).isCloseTo(secondEnds, within(0.01));
        // 64 less 40, less what one slot did from 12 on; then 2 s of standing still, and four slots.
        double left = 24 - (secondEnds - 12);
        ElasticOutcome.Run first = outcome.runs().getLast();
        assertThat(first.endMillis() / 1000.0).isCloseTo(secondEnds + 2 + left / 4, within(0.01));
        assertThat(first.rescales()).isEqualTo(2);
        assertThat(outcome.totalSec()).isEqualTo(first.endMillis() / 1000.0);
        assertThat(outcome.utilisation()).as("they had all slots all the time").isCloseTo(1, within(1e-3));
        // Weights 5 and 1.
        double completion = (5 * (secondEnds - 10) + first.endMillis() / 1000.0) / 6;
        assertThat(outcome.weightedCompletionSec()).isCloseTo(completion, within(0.01));
        assertThat(outcome.weightedResponseSec()).isZero();
    }

    @Test
    void whatCanNeverRunIsRefused() {
        var workload = new ElasticWorkload(List.of(job(0, 1, 0)));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ElasticReplay.run(workload, PriorityPolicy.elastic(0), 1, 3))
                .withMessage("a job of perfect can take 4 of 3 slots");
    }
}
