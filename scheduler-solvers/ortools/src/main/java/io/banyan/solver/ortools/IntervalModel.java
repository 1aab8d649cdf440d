package io.banyan.solver.ortools;

import com.google.ortools.sat.BoolVar;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.IntervalVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import java.util.ArrayList;
import java.util.List;

/**
 * The times of a planning problem as a model of CP-SAT: a start for each block, the order, and the objective.
 * {@link ResourceConstraints} adds the resources.
 */
final class IntervalModel {
    final PlanProblem problem;
    final CpModel model = new CpModel();
    final List<IntVar> starts = new ArrayList<>();
    final List<IntervalVar> intervals = new ArrayList<>();
    final ResourceConstraints resources;
    private final IntVar first;
    private final IntVar end;
    private final LinearExpr primary;
    private final LinearExpr secondary;

    IntervalModel(PlanProblem problem, Detail detail, long bound) {
        this.problem = problem;
        int slots = problem.profile().slots();
        IntVar[] ends = new IntVar[problem.blocks().size()];
        for (int i = 0; i < ends.length; i++) {
            PlanBlock block = problem.blocks().get(i);
            int earliest = Math.max(problem.earliest(), block.earliest());
            IntVar start = model.newIntVar(earliest, Math.max(earliest, slots - block.slots()), "start" + i);
            starts.add(start);
            intervals.add(model.newFixedSizeIntervalVar(start, block.slots(), "run" + i));
            ends[i] = model.newIntVar(0, slots, "end" + i);
            model.addEquality(ends[i], LinearExpr.affine(start, 1, block.slots()));
        }
        first = model.newIntVar(0, slots, "first");
        end = model.newIntVar(0, slots, "end");
        model.addMinEquality(first, starts.toArray(IntVar[]::new));
        model.addMaxEquality(end, ends);
        order();
        primary = primary();
        secondary = secondary();
        model.addGreaterOrEqual(primary, bound);
        resources = new ResourceConstraints(this, detail);
    }

    private void order() {
        for (int i = 0; i < starts.size(); i++) {
            for (int before : problem.blocks().get(i).after()) {
                int slots = problem.blocks().get(before).slots();
                model.addGreaterOrEqual(starts.get(i), LinearExpr.affine(starts.get(before), 1, slots));
            }
        }
        for (List<Integer> group : problem.together()) {
            for (int member : group) {
                model.addEquality(starts.get(member), starts.get(group.getFirst()));
            }
        }
    }

    private LinearExpr span() {
        LinearExprBuilder span = LinearExpr.newBuilder();
        return span.addTerm(end, 1).addTerm(first, -1).build();
    }

    private LinearExpr primary() {
        return switch (problem.objective()) {
            case PlanObjective.Compact compact -> span();
            case PlanObjective.Finish finish -> LinearExpr.affine(end, 1, 0);
            case PlanObjective.Weighted weighted -> {
                LinearExprBuilder value = LinearExpr.newBuilder();
                int unit = PlanObjective.Weighted.UNIT;
                yield value.addTerm(end, unit)
                        .addTerm(first, (long) weighted.thousandths() - unit)
                        .build();
            }
        };
    }

    private LinearExpr secondary() {
        return problem.objective() instanceof PlanObjective.Finish ? span() : LinearExpr.affine(first, 1, 0);
    }

    /** Minimises the first part of the objective. */
    void minimisePrimary() {
        model.minimize(primary);
    }

    /** Forbids plans whose first part of the objective is above {@code most}. */
    void limitPrimary(long most) {
        model.addLessOrEqual(primary, most);
    }

    /** Minimises the second part with the first part fixed. */
    void minimiseSecondary(long fixed) {
        model.addEquality(primary, fixed);
        model.minimize(secondary);
    }

    /** Starts the search from a plan. */
    void hint(BlockPlan plan) {
        model.clearHints();
        for (int i = 0; i < starts.size(); i++) {
            model.addHint(starts.get(i), plan.placements().get(i).start());
        }
        model.addHint(first, plan.first());
        model.addHint(end, plan.end(problem));
        resources.hint(plan);
    }

    /** Tells CP-SAT whether a literal of a plan holds. */
    void hint(BoolVar literal, boolean holds) {
        model.addHint(literal, holds ? 1 : 0);
    }
}
