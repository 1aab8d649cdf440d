package io.banyan.sim.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.elastic.PiecewiseLinear;
import io.banyan.sim.elastic.ElasticExperiment.Cell;
import io.banyan.sim.elastic.ElasticExperiment.Policy;
import io.banyan.sim.metric.MeanEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What docs/admin/elastic.md says of the policies, on fixed seeds. */
class ElasticExperimentTest {
    private static final int SEEDS = 40;
    private static final List<Long> GAPS = List.of(0L, 90L, 180L, 300L);
    private static final List<Policy> OF_THE_PAPER =
            List.of(Policy.RIGID_MIN, Policy.RIGID_MAX, Policy.MOLDABLE, Policy.ELASTIC);

    private static List<Cell> run(List<Long> gaps, List<Long> rescaleGaps, List<Policy> policies) {
        return run(Applications.jacobi(), gaps, rescaleGaps, policies);
    }

    private static List<Cell> run(
            List<Application> kinds, List<Long> gaps, List<Long> rescaleGaps, List<Policy> policies) {
        return new ElasticExperiment(kinds, 16, 4, 16, 1, SEEDS).run(gaps, rescaleGaps, policies, done -> {});
    }

    private static Cell find(List<Cell> cells, long gap, long rescaleGap, Policy policy) {
        return cells.stream()
                .filter(it -> it.submissionGapSec() == gap && it.rescaleGapSec() == rescaleGap && it.policy() == policy)
                .findFirst()
                .orElseThrow();
    }

    private static double mean(Cell cell, ElasticMetric metric) {
        return cell.estimate(metric).mean();
    }

    @Test
    void elasticHasTheHighestUtilisationAndTheLowestTotalTimeOfThePapersPolicies() {
        List<Cell> cells = run(GAPS, List.of(60L), OF_THE_PAPER);
        for (long gap : GAPS) {
            Cell elastic = find(cells, gap, 60, Policy.ELASTIC);
            for (Policy other : List.of(Policy.RIGID_MIN, Policy.RIGID_MAX, Policy.MOLDABLE)) {
                Cell its = find(cells, gap, 60, other);
                assertThat(mean(elastic, ElasticMetric.UTILISATION))
                        .as("utilisation against %s, gap %d", other, gap)
                        .isGreaterThan(mean(its, ElasticMetric.UTILISATION));
                assertThat(mean(elastic, ElasticMetric.TOTAL))
                        .as("total time against %s, gap %d", other, gap)
                        .isLessThan(mean(its, ElasticMetric.TOTAL));
            }
        }
    }

    /** Who runs with the least leaves room for others at once, and runs for long. */
    @Test
    void jobsThatAreLaunchedWithTheLeastRespondFirstAndEndLast() {
        List<Cell> cells = run(GAPS, List.of(60L), OF_THE_PAPER);
        for (long gap : GAPS) {
            Cell least = find(cells, gap, 60, Policy.RIGID_MIN);
            for (Policy other : List.of(Policy.RIGID_MAX, Policy.MOLDABLE, Policy.ELASTIC)) {
                Cell its = find(cells, gap, 60, other);
                assertThat(mean(least, ElasticMetric.RESPONSE))
                        .as("response against %s, gap %d", other, gap)
                        .isLessThanOrEqualTo(mean(its, ElasticMetric.RESPONSE));
                assertThat(mean(least, ElasticMetric.COMPLETION))
                        .as("completion against %s, gap %d", other, gap)
                        .isGreaterThan(mean(its, ElasticMetric.COMPLETION));
            }
        }
    }

    @Test
    void theLongerTheRescaleGapTheMoreElasticIsMoldable() {
        List<Long> rescaleGaps = List.of(0L, 300L, 1200L, 100_000L);
        List<Cell> cells = run(List.of(90L), rescaleGaps, OF_THE_PAPER);
        List<Double> further = new ArrayList<>();
        for (long rescaleGap : rescaleGaps) {
            Cell elastic = find(cells, 90, rescaleGap, Policy.ELASTIC);
            Cell moldable = find(cells, 90, rescaleGap, Policy.MOLDABLE);
            further.add(mean(moldable, ElasticMetric.TOTAL) - mean(elastic, ElasticMetric.TOTAL));
        }
        assertThat(further.get(0)).isGreaterThan(further.get(1));
        assertThat(further.get(1)).isGreaterThan(further.get(2));
        assertThat(further.get(3)).as("never rescaled is moldable").isZero();
    }

    /** Seed by seed: its interval says that it is no worse, and better where there is something to decide. */
    @Test
    void weighingBenefitsIsNoWorseInWeightedCompletionAndBetterUnderLoad() {
        List<Cell> cells = run(GAPS, List.of(60L), List.of(Policy.ELASTIC, Policy.BENEFIT));
        for (long gap : GAPS) {
            Cell elastic = find(cells, gap, 60, Policy.ELASTIC);
            Cell benefit = find(cells, gap, 60, Policy.BENEFIT);
            MeanEstimate completion = benefit.difference(elastic, ElasticMetric.COMPLETION);
            assertThat(completion.mean() - completion.halfWidth())
                    .as("weighted completion, gap %d", gap)
                    .isLessThanOrEqualTo(0);
            if (gap <= 90) {
                for (ElasticMetric metric :
                        List.of(ElasticMetric.COMPLETION, ElasticMetric.RESPONSE, ElasticMetric.TOTAL)) {
                    MeanEstimate less = benefit.difference(elastic, metric);
                    assertThat(less.mean() + less.halfWidth())
                            .as("%s, gap %d", metric.label(), gap)
                            .isNegative();
                }
            }
        }
    }

    /** Seed by seed, and against both policies that stop nobody. */
    @Test
    void stoppingWithACheckpointIsBetterWhereRigidJobsFillTheMachine() throws Exception {
        List<Long> gaps = List.of(30L, 90L, 180L);
        List<Policy> policies = List.of(Policy.ELASTIC, Policy.BENEFIT_NO_STOP, Policy.BENEFIT);
        List<Cell> cells = run(ElasticReplayTest.kinds("rigid.txt"), gaps, List.of(60L), policies);
        for (long gap : gaps) {
            Cell benefit = find(cells, gap, 60, Policy.BENEFIT);
            assertThat(mean(benefit, ElasticMetric.STOPS)).isGreaterThan(1);
            for (Policy other : List.of(Policy.ELASTIC, Policy.BENEFIT_NO_STOP)) {
                Cell its = find(cells, gap, 60, other);
                assertThat(mean(its, ElasticMetric.STOPS)).isZero();
                for (ElasticMetric metric : List.of(ElasticMetric.COMPLETION, ElasticMetric.RESPONSE)) {
                    MeanEstimate less = benefit.difference(its, metric);
                    assertThat(less.mean() + less.halfWidth())
                            .as("%s against %s, gap %d", metric.label(), other, gap)
                            .isNegative();
                }
            }
        }
    }

    @Test
    void stoppingWithACheckpointIsNoWorseInWeightedCompletionWhereItIsSlowOrJobsAreMalleable() throws Exception {
        for (String file : List.of("rigid-slow.txt", "jacobi-checkpoints.txt")) {
            List<Policy> policies = List.of(Policy.BENEFIT_NO_STOP, Policy.BENEFIT);
            List<Cell> cells = run(ElasticReplayTest.kinds(file), GAPS, List.of(60L), policies);
            for (long gap : GAPS) {
                MeanEstimate less = find(cells, gap, 60, Policy.BENEFIT)
                        .difference(find(cells, gap, 60, Policy.BENEFIT_NO_STOP), ElasticMetric.COMPLETION);
                assertThat(less.mean() - less.halfWidth())
                        .as("%s, gap %d", file, gap)
                        .isLessThanOrEqualTo(0);
            }
        }
    }

    /**
     * Where a checkpoint takes as long as the job nobody is stopped, and where nobody can be there is one policy less,
     * and two numbers.
     */
    @Test
    void whereNobodyIsStoppedNothingIsOther() {
        var endless = new Application.Stopping(
                new PiecewiseLinear(Map.of(1L, 1500.0)), new PiecewiseLinear(Map.of(1L, 1500.0)));
        List<Application> kinds = Applications.jacobi().stream()
                .map(it -> new Application(it.name(), it.bounds(), it.runSec(), it.rescaleSec(), Optional.of(endless)))
                .toList();
        List<Long> gap = List.of(30L);
        List<Cell> cells = run(kinds, gap, List.of(60L), List.of(Policy.BENEFIT_NO_STOP, Policy.BENEFIT));
        assertThat(cells.getLast().values()).isEqualTo(cells.getFirst().values());
        Cell plain = run(gap, List.of(60L), List.of(Policy.BENEFIT)).getFirst();
        assertThat(cells.getFirst().values()).containsAllEntriesOf(plain.values());
        assertThat(plain.values()).doesNotContainKeys(ElasticMetric.STOPS, ElasticMetric.LONGEST_COMPLETION);
        assertThat(new ElasticExperiment(kinds, 16, 4, 16, 1, 1).policies()).containsExactly(Policy.values());
        assertThat(new ElasticExperiment(Applications.jacobi(), 16, 4, 16, 1, 1).policies())
                .doesNotContain(Policy.BENEFIT_NO_STOP);
    }

    @Test
    void thePlotsAreThoseOfThePaper() {
        List<Cell> cells = run(List.of(0L, 300L), List.of(60L), OF_THE_PAPER);
        assertThat(ElasticPlots.bySubmissionGap(cells).keySet())
                .containsExactly(
                        "elastic-submissions-utilisation.svg",
                        "elastic-submissions-total-time.svg",
                        "elastic-submissions-weighted-response.svg",
                        "elastic-submissions-weighted-completion.svg");
        assertThat(ElasticPlots.byRescaleGap(cells).get("elastic-rescaling-total-time.svg"))
                .contains("rigid-min", "rescale gap (s)", "total time (s)");
    }
}
