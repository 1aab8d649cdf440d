package io.banyan.solver.ortools;

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
import io.banyan.workflow.shape.PlanShape;
import io.banyan.workflow.shape.PlannedReservation;
import io.banyan.workflow.shape.ShapeCheck;
import io.banyan.workflow.shape.ShapeCover;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntervalShapeSolverTest {
    private static final long SEED = 1_734_007L;
    private static final PlanLimit LIMIT = PlanLimit.ofSeconds(10);

    private static BlockPlacement at(int start, Integer... resources) {
        return new BlockPlacement(start, List.of(resources));
    }

    /** A pinwheel of four blocks around a fifth: no two of them make a rectangle, all five do. */
    @Test
    void findsTheReservationThatNoPairOfBlocksLeadsTo() {
        var problem = PlanProblem.of(
                machine(1, 3, 0, 9),
                List.of(
                        PlanBlock.of("top", cores(1), 2),
                        PlanBlock.of("right", cores(2), 1),
                        PlanBlock.of("bottom", cores(1), 2),
                        PlanBlock.of("left", cores(2), 1),
                        PlanBlock.of("middle", cores(1), 1)));
        var plan = new BlockPlan(List.of(at(0, 0), at(2, 0, 1), at(1, 2), at(0, 1, 2), at(1, 1)));
        PlanShape greedy = ShapeCover.of(problem, plan, 0);
        PlanShape best = new IntervalShapeSolver().cover(problem, plan, 0, LIMIT, eachAlone(problem, plan));
        assertThat(best.reservations()).hasSize(1);
        assertThat(greedy.reservations().size()).isBetween(1, 5);
    }

    private static PlanShape eachAlone(PlanProblem problem, BlockPlan plan) {
        List<PlannedReservation> parts = new ArrayList<>();
        for (int i = 0; i < plan.placements().size(); i++) {
            BlockPlacement place = plan.placements().get(i);
            parts.add(new PlannedReservation(
                    place.start(), place.start() + problem.blocks().get(i).slots(), place.resources(), List.of(i)));
        }
        return new PlanShape(parts);
    }

    /** All partitions of up to five blocks are tried. */
    @Test
    void isTheSmallestOfAllShapes() {
        var random = new SplittableRandom(SEED);
        int compared = 0;
        for (int round = 0; round < 40; round++) {
            PlanProblem problem = PlanProblems.random(PlanProblems.randomGraph(4, random), random);
            var result = new HeuristicSolver(5_000, () -> false).solve(problem, LIMIT, Optional.empty());
            if (result instanceof Planned planned) {
                double waste = random.nextInt(3) * 30;
                BlockPlan plan = planned.plan();
                PlanShape greedy = ShapeCover.of(problem, plan, waste);
                PlanShape best = new IntervalShapeSolver().cover(problem, plan, waste, LIMIT, greedy);
                String where = "seed " + SEED + ", round " + round;
                assertThat(ShapeCheck.check(problem, plan, best)).as(where).isEmpty();
                assertThat(best.reservations()).as(where).hasSize(smallest(problem, plan, waste));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(5);
    }

    private static int smallest(PlanProblem problem, BlockPlan plan, double waste) {
        int blocks = plan.placements().size();
        int best = blocks;
        int[] group = new int[blocks];
        long all = Math.round(Math.pow(blocks, blocks));
        for (long code = 0; code < all; code++) {
            long rest = code;
            for (int i = 0; i < blocks; i++) {
                group[i] = (int) (rest % blocks);
                rest /= blocks;
            }
            PlanShape shape = shape(problem, plan, group);
            long allowed = (long) Math.floor(PlanShape.usedCells(problem, plan) * waste / 100);
            if (shape.reservations().size() < best
                    && shape.wastedCells(problem, plan) <= allowed
                    && ShapeCheck.check(problem, plan, shape).isEmpty()) {
                best = shape.reservations().size();
            }
        }
        return best;
    }

    private static PlanShape shape(PlanProblem problem, BlockPlan plan, int[] group) {
        List<PlannedReservation> parts = new ArrayList<>();
        for (int g = 0; g < group.length; g++) {
            int from = Integer.MAX_VALUE;
            int to = 0;
            List<Integer> resources = new ArrayList<>();
            List<Integer> blocks = new ArrayList<>();
            for (int i = 0; i < group.length; i++) {
                if (group[i] == g) {
                    BlockPlacement place = plan.placements().get(i);
                    from = Math.min(from, place.start());
                    to = Math.max(to, place.start() + problem.blocks().get(i).slots());
                    resources.addAll(place.resources());
                    blocks.add(i);
                }
            }
            if (!blocks.isEmpty()) {
                parts.add(new PlannedReservation(from, to, resources, blocks));
            }
        }
        return new PlanShape(parts);
    }
}
