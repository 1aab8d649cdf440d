package io.banyan.solver.ortools;

import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.shape.PlanShape;
import io.banyan.workflow.shape.ShapeCheck;
import io.banyan.workflow.shape.ShapeSolver;

/** The fewest reservations for plans of up to 40 blocks, with CP-SAT. */
public final class IntervalShapeSolver implements ShapeSolver {
    @Override
    public PlanShape cover(PlanProblem problem, BlockPlan plan, double wastePercent, PlanLimit limit, PlanShape known) {
        if (plan.placements().size() > MOST_BLOCKS || known.reservations().size() < 2) {
            return known;
        }
        NativeLibrary.load();
        ShapeModel model =
                new ShapeModel(problem, plan, wastePercent, known.reservations().size() - 1);
        CpSolver solver = new CpSolver();
        solver.getParameters()
                .setNumWorkers(limit.workers())
                .setRandomSeed(limit.seed())
                .setMaxDeterministicTime(limit.seconds())
                .setMaxTimeInSeconds(limit.seconds());
        CpSolverStatus status = solver.solve(model.model());
        if (status != CpSolverStatus.OPTIMAL && status != CpSolverStatus.FEASIBLE) {
            return known;
        }
        PlanShape better = model.shape(solver);
        return ShapeCheck.check(problem, plan, better).isEmpty() ? better : known;
    }
}
