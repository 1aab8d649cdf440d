package io.banyan.workflow.shape;

import static io.banyan.workflow.plan.PlanProblems.cores;
import static io.banyan.workflow.plan.PlanProblems.machine;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanProblems;
import io.banyan.workflow.plan.PlanResult.Planned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShapeCoverTest {
    private static final long SEED = 1_734_006L;

    private static PlanProblem problem(int... lengths) {
        List<PlanBlock> blocks = new ArrayList<>();
        for (int length : lengths) {
            blocks.add(PlanBlock.of("b" + blocks.size(), cores(1), length));
        }
        return PlanProblem.of(machine(1, 4, 0, 20), blocks);
    }

    private static BlockPlacement at(int start, Integer... resources) {
        return new BlockPlacement(start, List.of(resources));
    }

    @Test
    void joinsBlocksSideBySideAndOneAfterTheOther() {
        var plan = new BlockPlan(List.of(at(1, 0), at(1, 1), at(3, 0), at(3, 1)));
        var problem = problem(2, 2, 3, 3);
        assertThat(ShapeCover.of(problem, plan, 0).reservations())
                .containsExactly(new PlannedReservation(1, 6, List.of(0, 1), List.of(0, 1, 2, 3)));
    }

    /** The shape A + B + C of figure 3 of the paper: three steps that follow each other with other widths. */
    @Test
    void coversAStaircaseByOneReservationForEachStep() {
        List<PlanBlock> blocks = List.of(
                PlanBlock.of("a", cores(1), 2), PlanBlock.of("b", cores(3), 2, 0), PlanBlock.of("c", cores(2), 2, 1));
        var problem = PlanProblem.of(machine(1, 4, 0, 20), blocks);
        var plan = new BlockPlan(List.of(at(0, 0), at(2, 0, 1, 2), at(4, 0, 1)));
        assertThat(ShapeCover.of(problem, plan, 0).reservations()).hasSize(3);
        // All together are 18 cells, of which 12 are used.
        assertThat(ShapeCover.of(problem, plan, 49).reservations()).hasSize(2);
        PlanShape whole = ShapeCover.of(problem, plan, 50);
        assertThat(whole.reservations())
                .containsExactly(new PlannedReservation(0, 6, List.of(0, 1, 2), List.of(0, 1, 2)));
        assertThat(whole.wastedCells(problem, plan)).isEqualTo(6);
    }

    @Test
    void doesNotReserveWhatIsBusy() {
        var random = new SplittableRandom(SEED);
        int joined = 0;
        for (int round = 0; round < 200; round++) {
            PlanProblem problem = PlanProblems.random(PlanProblems.randomGraph(4, random), random);
            var result =
                    new HeuristicSolver(5_000, () -> false).solve(problem, PlanLimit.ofSeconds(1), Optional.empty());
            if (result instanceof Planned planned) {
                int waste = random.nextInt(3) * 40;
                PlanShape shape = ShapeCover.of(problem, planned.plan(), waste);
                String where = "seed " + SEED + ", round " + round;
                assertThat(ShapeCheck.check(problem, planned.plan(), shape))
                        .as(where)
                        .isEmpty();
                assertThat(100 * shape.wastedCells(problem, planned.plan()))
                        .as(where)
                        .isBetween(0L, waste * PlanShape.usedCells(problem, planned.plan()));
                joined += shape.reservations().size() < 4 ? 1 : 0;
            }
        }
        assertThat(joined).isPositive();
    }

    @Test
    void checkFindsDoubleReservationsAndForgottenBlocks() {
        var problem = problem(2, 2);
        var plan = new BlockPlan(List.of(at(0, 0), at(0, 1)));
        var shape = new PlanShape(List.of(
                new PlannedReservation(0, 2, List.of(0, 1), List.of(0)),
                new PlannedReservation(1, 3, List.of(1), List.of(0))));
        assertThat(ShapeCheck.check(problem, plan, shape))
                .containsExactly(
                        "Resource 1 is reserved twice or busy in slots 1 to 2.",
                        "Block b0 does not lie in its reservation.",
                        "Block b0 lies in 2 reservations, expected 1.",
                        "Block b1 lies in 0 reservations, expected 1.");
    }
}
