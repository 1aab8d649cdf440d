package io.banyan.bench.replanning;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.run.RunSettings;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Random workflows with early and late ends, failures and the loss of a node, on a machine with other users. {@link
 * VirtualRun} checks after each event what must hold: no reservation left, no task run again, nobody delayed, no more
 * blocks moved than may move.
 */
class ReplanningTest {
    private static final long LOOKS = 10_000;

    private static PlanResult solve(PlanProblem problem, RunSettings settings) {
        return new HeuristicSolver(LOOKS, () -> false).solve(problem, settings.limit(), Optional.empty());
    }

    @Test
    void runsKeepTheirPromisesWhateverHappens() {
        int better = 0;
        int forced = 0;
        for (int seed = 1; seed <= 200; seed++) {
            int mostMoved = seed % 2 == 0 ? 25 : 100;
            ReplanningCase one = new ReplanningCase(seed, 3, 8, 4 + seed % 9, 0.7);
            try {
                RunFigures figures = new VirtualRun(one, ReplanningBenchmark.settings(mostMoved), ReplanningTest::solve)
                        .execute(1_800);
                better += figures.revisions().better();
                forced += figures.revisions().forced();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", most moved " + mostMoved, e);
            }
        }
        assertThat(better).as("revisions for an earlier end").isGreaterThan(20);
        assertThat(forced)
                .as("revisions for blocks that cannot keep their times")
                .isGreaterThan(100);
    }
}
