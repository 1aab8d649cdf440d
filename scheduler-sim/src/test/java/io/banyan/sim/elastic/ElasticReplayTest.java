package io.banyan.sim.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.banyan.elastic.BenefitPolicy;
import io.banyan.elastic.Malleable;
import io.banyan.elastic.PiecewiseLinear;
import io.banyan.elastic.PriorityPolicy;
import io.banyan.sim.elastic.ElasticExperiment.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /**
     * On the instance's own graph, after every event: the invariants hold, and each job holds as many cores as it runs
     * with.
     */
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
     * On 4 slots: the first job runs with all of them for 10 s, in which it does 40 of its 64 slot seconds. Then it
     * gives 3 up for the second one and stands still for 2 s, is 16 s long alone with 1 slot until 26, and has then
     * done 40 + 14; the second one ends at 10 + 64 / 3. When that ends the first one gets its slots back.
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

    /**
     * On 4 slots: the first job runs with all of them from 0. At 300 one comes that is worth a checkpoint; that takes 7
     * s, then the other one runs from 307 to 407, and the first one takes 11 s to go on and has 700 s left.
     */
    @Test
    void aStoppedJobGoesOnWhereItWas() {
        var workload = new ElasticWorkload(List.of(
                new ElasticWorkload.Job(0, rigid("long", 4, 1000, 7, 11), 1, 0),
                new ElasticWorkload.Job(1, rigid("short", 4, 100, 7, 11), 5, 300)));
        ElasticOutcome outcome = ElasticReplay.checked(workload, BenefitPolicy.usual(60), 1, 4);
        ElasticOutcome.Run second = outcome.runs().getFirst();
        assertThat(second.startMillis()).isEqualTo(307_000);
        assertThat(second.endMillis()).isEqualTo(407_000);
        assertThat(second.stops()).isZero();
        ElasticOutcome.Run first = outcome.runs().getLast();
        assertThat(first.startMillis()).as("first").isZero();
        assertThat(first.endMillis()).isEqualTo(407_000 + 11_000 + 700_000);
        assertThat(first.stops()).isEqualTo(1);
        assertThat(first.rescales()).isZero();
        assertThat(outcome.stops()).isEqualTo(1);
        assertThat(outcome.longestCompletionSec()).isEqualTo(1118);
        assertThat(outcome.utilisation()).as("they had all slots all the time").isCloseTo(1, within(1e-9));
    }

    /**
     * On 8 slots: at 310 four are free, and four are about to be, for one that takes all 8. The one that comes at 315
     * gets none of them before that is over.
     */
    @Test
    void whatIsFreeWhileACheckpointIsWrittenIsKept() {
        var workload = new ElasticWorkload(List.of(
                new ElasticWorkload.Job(0, rigid("long", 4, 1000, 20, 20), 1, 0),
                new ElasticWorkload.Job(1, unstoppable("other", 4, 310), 1, 0),
                new ElasticWorkload.Job(2, unstoppable("urgent", 8, 100), 5, 300),
                new ElasticWorkload.Job(3, unstoppable("late", 4, 2000), 1, 315)));
        List<ElasticOutcome.Run> runs =
                ElasticReplay.checked(workload, BenefitPolicy.usual(60), 1, 8).runs();
        assertThat(runs.stream().map(it -> it.job().number())).containsExactly(1, 2, 0, 3);
        assertThat(runs.get(1).startMillis()).isEqualTo(330_000);
        assertThat(runs.get(3).startMillis()).isEqualTo(430_000);
        assertThat(runs.get(2).endMillis()).isEqualTo(430_000 + 20_000 + 690_000);
    }

    private static Application unstoppable(String name, long slots, double runSec) {
        return new Application(
                name,
                new Malleable(slots, slots, 1),
                new PiecewiseLinear(Map.of(1L, runSec)),
                new PiecewiseLinear(Map.of(1L, 0.0)));
    }

    /** The rescale is over at 7; then the checkpoint of 3 s is written. */
    @Test
    void whoStandsStillWritesItsCheckpointAfterwards() {
        Application kind = new Application(
                "kind",
                new Malleable(1, 4, 1),
                PERFECT.runSec(),
                new PiecewiseLinear(Map.of(1L, 6.0)),
                rigid("rigid", 4, 64, 3, 2).checkpoint());
        var state = new RunState(new ElasticWorkload.Job(0, kind, 1, 0));
        assertThat(state.go(4, 0)).isEqualTo(16_000);
        assertThat(state.go(2, 1000)).isEqualTo(7000 + 30_000);
        assertThat(state.stop(2000)).isEqualTo(10_000);
        state.leave(10_000);
        assertThat(state.remainingSec(2)).as("30 s, and the restart").isCloseTo(32, within(1e-9));
        assertThat(state.go(4, 50_000)).isEqualTo(50_000 + 2000 + 15_000);
    }

    private static Application rigid(String name, long slots, double runSec, double writeSec, double restartSec) {
        return new Application(
                name,
                new Malleable(slots, slots, 1),
                new PiecewiseLinear(Map.of(1L, runSec)),
                new PiecewiseLinear(Map.of(1L, 0.0)),
                Optional.of(new Application.Stopping(
                        new PiecewiseLinear(Map.of(1L, writeSec)), new PiecewiseLinear(Map.of(1L, restartSec)))));
    }

    /**
     * Rigid jobs have slots for as long as they run, and for the checkpoints and restarts of those that were stopped:
     * nothing is done twice, nothing is left out, and no slot is counted for two.
     */
    @Test
    void noWorkIsLostAndNoSlotIsGivenTwiceWhereJobsAreStopped() throws Exception {
        int stops = 0;
        for (long seed = 1; seed <= 20; seed++) {
            var workload = ElasticWorkload.random(kinds("rigid.txt"), 16, 60, seed);
            ElasticOutcome outcome = ElasticReplay.checked(workload, BenefitPolicy.usual(30), 4, 16);
            double slotSec = 0;
            for (ElasticOutcome.Run run : outcome.runs()) {
                Application kind = run.job().application();
                long slots = kind.bounds().min();
                double lost = run.stops() * kind.checkpoint().orElseThrow().lostSec(slots);
                slotSec += slots * (kind.runSec().at(slots) + lost);
            }
            assertThat(outcome.utilisation() * 64 * outcome.totalSec())
                    .as("seed %d", seed)
                    .isCloseTo(slotSec, within(1.0));
            stops += outcome.stops();
            assertThat(outcome.runs()).hasSize(16);
        }
        assertThat(stops).isGreaterThan(50);
    }

    @Test
    void theInstanceHasMalleableJobsThatAreStoppedAsTheSimulationDoes() throws Exception {
        int stops = 0;
        for (long seed = 1; seed <= 10; seed++) {
            for (long rescaleGap : List.of(0L, 60L)) {
                var workload = ElasticWorkload.random(kinds("jacobi-checkpoints.txt"), 16, 30, seed);
                ElasticOutcome outcome = ElasticReplay.checked(workload, BenefitPolicy.usual(rescaleGap), 4, 16);
                assertThat(outcome.runs()).hasSize(16);
                assertThat(outcome).isEqualTo(ElasticReplay.run(workload, BenefitPolicy.usual(rescaleGap), 4, 16));
                stops += outcome.stops();
            }
        }
        assertThat(stops).isGreaterThan(10);
    }

    /** The applications of docs/admin/elastic.md. */
    static List<Application> kinds(String file) throws IOException {
        try (var in = Files.newBufferedReader(Path.of("..", "docs", "admin", "elastic", file))) {
            return ApplicationFile.read(in, file);
        }
    }

    @Test
    void whatCanNeverRunIsRefused() {
        var workload = new ElasticWorkload(List.of(job(0, 1, 0)));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ElasticReplay.run(workload, PriorityPolicy.elastic(0), 1, 3))
                .withMessage("a job of perfect can take 4 of 3 slots");
    }
}
