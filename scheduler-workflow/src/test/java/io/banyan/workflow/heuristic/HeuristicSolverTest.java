package io.banyan.workflow.heuristic;

import static io.banyan.workflow.plan.PlanProblems.amounts;
import static io.banyan.workflow.plan.PlanProblems.cores;
import static io.banyan.workflow.plan.PlanProblems.machine;
import static io.banyan.workflow.plan.PlanProblems.onNode;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.ExhaustiveSolver;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanProblems;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.Infeasible;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HeuristicSolverTest {
    private static final long SEED = 1_734_003L;
    private static final PlanLimit LIMIT = PlanLimit.ofSeconds(1);

    private static PlanResult solve(PlanProblem problem) {
        return solve(problem, 100_000);
    }

    private static PlanResult solve(PlanProblem problem, long looks) {
        return new HeuristicSolver(looks, () -> false).solve(problem, LIMIT, Optional.empty());
    }

    private static Planned planned(PlanProblem problem) {
        Planned planned = (Planned) solve(problem);
        assertThat(PlanCheck.check(problem, planned.plan())).isEmpty();
        assertThat(planned.bound()).isLessThanOrEqualTo(planned.value().primary());
        return planned;
    }

    @Test
    void startsBehindBusyTimeToStayCompact() {
        var node = new ProfileNode("n", amounts(2, 0), 0, List.of(new BusyTime("core", 0, 2, 1, 3)), List.of());
        var problem = PlanProblem.of(
                SlotProfile.of(1, 0, 600, 10, List.of(node)),
                List.of(PlanBlock.of("a", cores(2), 1), PlanBlock.of("b", cores(2), 1, 0)));
        assertThat(planned(problem).value().first()).isEqualTo(3);
        assertThat(planned(problem).value().span()).isEqualTo(2);
        var finish = problem.withObjective(new PlanObjective.Finish());
        assertThat(planned(finish).value().end()).isEqualTo(4);
    }

    @Test
    void triesTheTimeBehindAllJobsAlsoOnAMachineWithManyHoles() {
        // Seven of eight cores are busy until slot 400, with a hole at each second slot; then all are free.
        List<BusyTime> busy = new ArrayList<>();
        for (int slot = 0; slot < 400; slot += 2) {
            busy.add(new BusyTime("core", 1, 7, slot, slot + 1));
        }
        busy.add(new BusyTime("core", 2, 6, 399, 400));
        List<PlanBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            blocks.add(PlanBlock.of("b" + i, cores(1), 2));
        }
        var node = new ProfileNode("n", amounts(8, 0), 0, busy, List.of());
        var problem = PlanProblem.of(SlotProfile.of(1, 0, 600, 600, List.of(node)), blocks);
        // 64 blocks of two slots on eight cores take 16 slots.
        assertThat(((Planned) solve(problem, 200_000)).value().span()).isEqualTo(16);
    }

    @Test
    void blocksOfAGroupStartTogetherAndShareANode() {
        var problem = new PlanProblem(
                machine(3, 4, 1, 30),
                List.of(
                        PlanBlock.of("a", onNode(3, 0), 2),
                        PlanBlock.of("b", onNode(2, 0), 4),
                        PlanBlock.of("c", onNode(2, 1), 2, 0),
                        PlanBlock.of("d", new BlockNeeds.Anywhere(amounts(1, 0)), 1)),
                List.of(List.of(0, 1), List.of(2, 3)),
                List.of(List.of(1, 2, 3)),
                new PlanObjective.Compact(),
                0);
        // Block c waits for b, because b, c and d need 5 cores of one node: 4 slots, then 2.
        assertThat(planned(problem).value().span()).isEqualTo(6);
    }

    @Test
    void memoryLimitsHowManyBlocksShareANode() {
        var needs = new BlockNeeds.OnNodes(1, amounts(1, 0), 600);
        List<PlanBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            blocks.add(PlanBlock.of("b" + i, needs, 1));
        }
        assertThat(planned(PlanProblem.of(machine(1, 8, 0, 10), blocks)).value().span())
                .isEqualTo(4);
    }

    @Test
    void namesTheBlockThatFitsNoNode() {
        var problem = PlanProblem.of(machine(2, 4, 1, 10), List.of(PlanBlock.of("train", onNode(1, 2), 1)));
        assertThat(solve(problem))
                .isEqualTo(
                        new Infeasible(List.of("block 'train' needs 2 gpus on a node, and no node has more than 1")));
    }

    @Test
    void samePlanForTheSameProblem() {
        var problem = PlanProblem.of(machine(2, 8, 0, 400), randomBlocks(60, new SplittableRandom(SEED)));
        assertThat(solve(problem)).isEqualTo(solve(problem));
    }

    @Test
    void isSoundAndNearTheBoundOnRandomGraphs() {
        var random = new SplittableRandom(SEED);
        double gaps = 0;
        for (int round = 0; round < 20; round++) {
            var problem = PlanProblem.of(machine(3, 8, 0, 1000), randomBlocks(40, random));
            gaps += planned(problem).gap();
        }
        assertThat(gaps / 20).as("mean gap, seed " + SEED).isLessThan(0.08);
    }

    @Test
    void isNeverBetterThanTheBestPlanAndOftenAsGood() {
        var random = new SplittableRandom(SEED);
        int equal = 0;
        int feasible = 0;
        for (int round = 0; round < 200; round++) {
            PlanProblem problem = PlanProblems.random(PlanProblems.randomGraph(1 + random.nextInt(4), random), random);
            String where = "seed " + SEED + ", round " + round;
            PlanResult exact = new ExhaustiveSolver().solve(problem, LIMIT, Optional.empty());
            PlanResult found = solve(problem, 20_000);
            if (exact instanceof Planned best) {
                assertThat(found).as(where).isNotInstanceOf(Infeasible.class);
                assertThat(LowerBound.primary(problem)).as(where).isLessThanOrEqualTo(best.bound());
                feasible++;
                if (found instanceof Planned planned) {
                    assertThat(PlanCheck.check(problem, planned.plan()))
                            .as(where)
                            .isEmpty();
                    assertThat(planned.value()).as(where).isGreaterThanOrEqualTo(best.value());
                    assertThat(planned.proved())
                            .as(where)
                            .isIn(false, planned.value().compareTo(best.value()) == 0);
                    equal += planned.value().compareTo(best.value()) == 0 ? 1 : 0;
                }
            } else {
                assertThat(found).as(where).isNotInstanceOf(Planned.class);
            }
        }
        assertThat(feasible).isGreaterThan(100);
        assertThat(equal).as("of " + feasible + " with seed " + SEED).isGreaterThan(feasible * 9 / 10);
    }

    private static List<PlanBlock> randomBlocks(int count, SplittableRandom random) {
        List<PlanBlock> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Integer> after = new ArrayList<>();
            for (int edge = random.nextInt(3); edge > 0 && i > 0; edge--) {
                after.add(random.nextInt(i));
            }
            BlockNeeds needs = onNode(1 + random.nextInt(8), 0);
            blocks.add(new PlanBlock("b" + i, needs, 1 + random.nextInt(10), after, 0));
        }
        return blocks;
    }
}
