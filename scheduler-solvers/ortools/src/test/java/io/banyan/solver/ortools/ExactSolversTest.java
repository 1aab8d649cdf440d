package io.banyan.solver.ortools;

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
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.plan.PlanSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ExactSolversTest {
    private static final long SEED = 1_734_005L;
    private static final PlanLimit LIMIT = PlanLimit.ofSeconds(20);
    private static final List<PlanSolver> SOLVERS =
            List.of(new ExhaustiveSolver(), new IntervalSolver(), new SlotSolver());

    /** The two parts of the objective, or that there is no plan; the plan has been checked. */
    private static String outcome(PlanSolver solver, PlanProblem problem) {
        PlanResult result = solver.solve(problem, LIMIT, Optional.empty());
        if (result instanceof Planned planned) {
            assertThat(PlanCheck.check(problem, planned.plan()))
                    .as(solver.name())
                    .isEmpty();
            assertThat(planned.proved()).as("proof of " + solver.name()).isTrue();
            return planned.value().primary() + ", " + planned.value().secondary();
        }
        assertThat(result).as(solver.name()).isInstanceOf(PlanResult.Infeasible.class);
        return "none";
    }

    private static String sameOutcome(PlanProblem problem, String where) {
        List<String> outcomes =
                SOLVERS.stream().map(solver -> outcome(solver, problem)).toList();
        assertThat(outcomes.stream().distinct()).as(where + ": " + outcomes).hasSize(1);
        return outcomes.getFirst();
    }

    @Test
    void agreeWithTheTrialOfAllPlans() {
        var random = new SplittableRandom(SEED);
        int feasible = 0;
        for (int round = 0; round < 60; round++) {
            PlanProblem problem = PlanProblems.random(PlanProblems.randomGraph(1 + random.nextInt(4), random), random);
            feasible +=
                    sameOutcome(problem, "seed " + SEED + ", round " + round).equals("none") ? 0 : 1;
        }
        assertThat(feasible).isBetween(15, 58);
    }

    @Test
    void agreeOnGroups() {
        var problem = new PlanProblem(
                machine(2, 2, 1, 8),
                List.of(
                        PlanBlock.of("a", onNode(1, 0), 2),
                        PlanBlock.of("b", onNode(2, 0), 1),
                        PlanBlock.of("c", cores(2), 1, 0),
                        PlanBlock.of("d", onNode(1, 1), 2, 1)),
                List.of(List.of(0, 1)),
                List.of(List.of(1, 2, 3)),
                new PlanObjective.Compact(),
                1);
        // a is elsewhere, b in slot 1; d needs slots 2 and 3 on the node of b, c both cores in slot 4.
        assertThat(sameOutcome(problem, "groups")).isEqualTo("4, 1");
    }

    @Test
    void agreeOnMemory() {
        List<PlanBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            blocks.add(PlanBlock.of("b" + i, new BlockNeeds.OnNodes(1, amounts(1, 0), 600), 1 + i));
        }
        // Blocks of 1, 2 and 3 slots on two nodes whose memory takes one block at a time.
        assertThat(sameOutcome(PlanProblem.of(machine(2, 2, 0, 8), blocks), "memory"))
                .isEqualTo("3, 0");
    }

    /** The printed program admits no block at all: t_i is 0, and y is 0 where there are more than w_i + 1 slots. */
    @Test
    void printedProgramIsWrongWhereThereIsAPlan() {
        var random = new SplittableRandom(SEED);
        int feasible = 0;
        for (int round = 0; round < 60; round++) {
            PlanProblem any = PlanProblems.random(PlanProblems.randomGraph(1 + random.nextInt(4), random), random);
            PlanProblem problem = any.withObjective(new PlanObjective.Compact());
            boolean asInPaper = problem.blocks().stream().allMatch(one -> one.needs() instanceof BlockNeeds.Anywhere);
            PlanResult exact = new ExhaustiveSolver().solve(problem, LIMIT, Optional.empty());
            if (asInPaper && exact instanceof Planned planned) {
                feasible++;
                assertThat(PrintedProgram.span(problem, LIMIT))
                        .as("seed " + SEED + ", round " + round)
                        .isNotEqualTo(OptionalLong.of(planned.value().span() - 1L));
            }
        }
        assertThat(feasible).isGreaterThan(8);
    }

    @Test
    void samePlanForTheSameProblem() {
        List<PlanBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            blocks.add(PlanBlock.of(
                    "b" + i, onNode(1 + i % 3, 0), 1 + i % 4, i < 4 ? new Integer[0] : new Integer[] {i - 4}));
        }
        var problem = PlanProblem.of(machine(2, 4, 0, 60), blocks);
        Planned one = (Planned) new IntervalSolver().solve(problem, LIMIT, Optional.empty());
        Planned other = (Planned) new IntervalSolver().solve(problem, LIMIT, Optional.empty());
        assertThat(one.plan()).isEqualTo(other.plan());
        assertThat(one.proved()).isTrue();
    }

    @Test
    void slotsRefuseLargeProblems() {
        List<PlanBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            blocks.add(PlanBlock.of("b" + i, cores(1), 1));
        }
        PlanResult result =
                new SlotSolver().solve(PlanProblem.of(machine(1, 16, 0, 300), blocks), LIMIT, Optional.empty());
        assertThat(((PlanResult.NoPlan) result).reasons().getFirst()).contains("the problem has 480000; use intervals");
    }
}
