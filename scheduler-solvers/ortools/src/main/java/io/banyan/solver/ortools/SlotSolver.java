package io.banyan.solver.ortools;

import com.google.ortools.linearsolver.MPSolver;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.Feasibility;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.Infeasible;
import io.banyan.workflow.plan.PlanResult.NoPlan;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.plan.PlanSolver;
import io.banyan.workflow.plan.PlanValue;
import java.util.List;
import java.util.Optional;

/**
 * Exact plans with the integer program of the paper, corrected, and SCIP (the formulation {@code slots}).
 *
 * <p>The program has a binary variable for each block, resource and slot. It is the reference for small problems; with
 * more than some 10,000 variables it rarely ends in time.
 */
public final class SlotSolver implements PlanSolver {
    /** The name of this solver. */
    public static final String NAME = "slots";

    /** The most cells (blocks x resources x slots) of a program. */
    static final long MOST_CELLS = 200_000;

    private static final long MILLIS = 1000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PlanResult solve(PlanProblem problem, PlanLimit limit, Optional<BlockPlan> known) {
        List<String> reasons = Feasibility.reasonsAgainst(problem);
        if (!reasons.isEmpty()) {
            return new Infeasible(reasons);
        }
        long cells = (long) problem.blocks().size()
                * problem.profile().resources().size()
                * problem.profile().slots();
        if (cells > MOST_CELLS) {
            return new NoPlan(List.of("The formulation " + NAME + " takes at most " + MOST_CELLS
                    + " cells (blocks x resources x slots), and the problem has " + cells + "; use intervals."));
        }
        return run(problem, limit, known);
    }

    private static PlanResult run(PlanProblem problem, PlanLimit limit, Optional<BlockPlan> known) {
        Deadline deadline = Deadline.in(limit.seconds());
        NativeLibrary.load();
        SlotProgram program = new SlotProgram(problem, SlotProgram.Form.CORRECTED);
        try {
            return answer(problem, program, limit, deadline);
        } catch (IllegalArgumentException unknownStatus) {
            // OR-Tools 9.15 throws where a solver stops with a status that its Java enumeration does not have.
            return known.<PlanResult>map(plan ->
                            new Planned(plan, plan.value(problem), 0, false, NAME, deadline.passedSeconds(), List.of()))
                    .orElseGet(() -> noPlan(limit));
        } finally {
            program.close();
        }
    }

    private static PlanResult answer(PlanProblem problem, SlotProgram program, PlanLimit limit, Deadline deadline) {
        MPSolver.ResultStatus status = program.solve((long) (MILLIS * deadline.leftSeconds()));
        if (status == MPSolver.ResultStatus.INFEASIBLE) {
            return new Infeasible(List.of("The solver " + NAME + " proved that no plan fits into the "
                    + problem.profile().slots() + " slots."));
        }
        boolean optimal = status == MPSolver.ResultStatus.OPTIMAL;
        if (!optimal && status != MPSolver.ResultStatus.FEASIBLE) {
            return noPlan(limit);
        }
        BlockPlan plan = program.plan();
        if (!PlanCheck.check(problem, plan).isEmpty()) {
            return noPlan(limit);
        }
        PlanValue value = plan.value(problem);
        long bound = optimal ? value.primary() : Math.min(value.primary(), program.primaryBound());
        return new Planned(plan, value, bound, optimal, NAME, deadline.passedSeconds(), List.of());
    }

    private static NoPlan noPlan(PlanLimit limit) {
        return new NoPlan(List.of("The solver " + NAME + " found no plan within " + limit.seconds() + " s."));
    }
}
