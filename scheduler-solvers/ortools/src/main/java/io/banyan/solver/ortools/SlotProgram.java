package io.banyan.solver.ortools;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.SingleResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The integer program of section 2.2.1 of the paper, with its names: x (block on resource in slot), y (block on
 * resource), z (block in slot), T_i and t_i (last and first slot of a block), T and t (of the plan). Slots count from
 * 1.
 *
 * <p>As printed, the program is wrong twice. {@code s z_is >= t_i} forces t_i to 0 in each slot in which the block does
 * not run; the corrected form is {@code t_i <= s + S (1 - z_is)}. The sum of x over s to s + w_i has w_i + 1 terms, and
 * is demanded for each s, which forces y to 0 where there are more slots; the corrected form demands w_i slots over all
 * slots, and that they follow each other: with u_is for the start, z_is is the sum of u over the last w_i slots.
 * Variables that Table 2 of the paper fixes at 0 are not made.
 */
final class SlotProgram implements AutoCloseable {
    /** The two forms of the program. */
    enum Form {
        CORRECTED,
        /** The form of the paper, for tests that show its fault; for blocks with {@code Anywhere} needs only. */
        PRINTED
    }

    private final PlanProblem problem;
    private final Form form;
    private final int slots;
    private final List<SingleResource> resources;
    private final MPSolver solver = MPSolver.createSolver("SCIP");
    private final List<Map<Long, MPVariable>> x = new ArrayList<>();
    private final List<Map<Integer, MPVariable>> y = new ArrayList<>();
    private final List<List<MPVariable>> z = new ArrayList<>();
    private final List<MPVariable> firsts = new ArrayList<>();
    private final List<MPVariable> lasts = new ArrayList<>();
    private final MPVariable first;
    private final MPVariable last;

    SlotProgram(PlanProblem problem, Form form) {
        this.problem = problem;
        this.form = form;
        this.slots = problem.profile().slots();
        this.resources = problem.profile().resources();
        this.first = solver.makeIntVar(0, slots, "t");
        this.last = solver.makeIntVar(0, slots, "T");
        for (int i = 0; i < problem.blocks().size(); i++) {
            firsts.add(solver.makeIntVar(0, slots, "t" + i));
            lasts.add(solver.makeIntVar(0, slots, "T" + i));
        }
        for (int i = 0; i < problem.blocks().size(); i++) {
            makeCells(i);
            makeTimes(i);
            makeAmounts(i);
        }
        oneBlockForEachCell();
        new SlotGroups(this).add();
        objective();
    }

    MPSolver solver() {
        return solver;
    }

    PlanProblem problem() {
        return problem;
    }

    List<SingleResource> resources() {
        return resources;
    }

    /** The variables y of a block, by resource. */
    Map<Integer, MPVariable> held(int block) {
        return y.get(block);
    }

    /** The variable z of a block in a slot from 0. */
    MPVariable runs(int block, int slot) {
        return z.get(block).get(slot);
    }

    MPVariable first(int block) {
        return firsts.get(block);
    }

    private static long cell(int resource, int slot) {
        return ((long) resource << Integer.SIZE) | slot;
    }

    /** Adds {@code low <= sum <= high} and returns it, so that terms can be added. */
    MPConstraint constraint(double low, double high) {
        return solver.makeConstraint(low, high);
    }

    private void makeCells(int block) {
        PlanBlock one = problem.blocks().get(block);
        List<BusySlots> busy = problem.profile().busySlots();
        x.add(new TreeMap<>());
        y.add(new TreeMap<>());
        z.add(new ArrayList<>());
        for (int s = 0; s < slots; s++) {
            z.get(block).add(solver.makeBoolVar("z" + block + "_" + s));
        }
        for (int j = 0; j < resources.size(); j++) {
            if (one.needs().totals().containsKey(resources.get(j).type())) {
                y.get(block).put(j, solver.makeBoolVar("y" + block + "_" + j));
                for (int s = Math.max(problem.earliest(), one.earliest()); s < slots; s++) {
                    if (busy.get(j).isFree(s, s + 1)) {
                        x.get(block).put(cell(j, s), solver.makeBoolVar("x" + block + "_" + j + "_" + s));
                    }
                }
            }
        }
    }

    private void makeTimes(int block) {
        PlanBlock one = problem.blocks().get(block);
        term(term(constraint(0, slots), last, 1), lasts.get(block), -1);
        term(term(constraint(0, slots), firsts.get(block), 1), first, -1);
        for (int before : one.after()) {
            term(term(constraint(1, slots), firsts.get(block), 1), lasts.get(before), -1);
        }
        for (int s = 1; s <= slots; s++) {
            MPVariable runs = runs(block, s - 1);
            term(term(constraint(0, slots), lasts.get(block), 1), runs, -s);
            if (form == Form.PRINTED) {
                term(term(constraint(0, slots), runs, s), firsts.get(block), -1);
            } else {
                term(term(constraint(0, (double) s + slots), firsts.get(block), 1), runs, slots);
            }
        }
        if (form == Form.CORRECTED) {
            term(term(constraint(one.slots() - 1, one.slots() - 1), lasts.get(block), 1), firsts.get(block), -1);
            runsWithoutGap(block, one.slots());
        }
    }

    private void runsWithoutGap(int block, int length) {
        List<MPVariable> start = new ArrayList<>();
        MPConstraint once = constraint(1, 1);
        for (int s = 0; s + length <= slots; s++) {
            start.add(solver.makeBoolVar("u" + block + "_" + s));
            term(once, start.get(s), 1);
        }
        for (int s = 0; s < slots; s++) {
            MPConstraint runs = term(constraint(0, 0), runs(block, s), -1);
            for (int q = Math.max(0, s - length + 1); q <= Math.min(s, start.size() - 1); q++) {
                term(runs, start.get(q), 1);
            }
        }
    }

    private void makeAmounts(int block) {
        PlanBlock one = problem.blocks().get(block);
        MPConstraint length = constraint(one.slots(), one.slots());
        z.get(block).forEach(runs -> term(length, runs, 1));
        y.get(block).keySet().forEach(j -> holdsForItsLength(block, one.slots(), j));
        one.needs().totals().forEach((type, count) -> {
            MPConstraint amount = constraint(count, count);
            y.get(block)
                    .forEach((j, held) ->
                            term(amount, held, resources.get(j).type().equals(type) ? 1 : 0));
            for (int s = 0; s < slots; s++) {
                MPConstraint inSlot = term(constraint(0, 0), runs(block, s), -count);
                for (int j : y.get(block).keySet()) {
                    if (resources.get(j).type().equals(type)) {
                        term(inSlot, x.get(block).get(cell(j, s)), 1);
                    }
                }
            }
        });
    }

    private void holdsForItsLength(int block, int length, int j) {
        int windows = form == Form.PRINTED ? slots : 1;
        for (int from = 0; from < windows; from++) {
            int to = form == Form.PRINTED ? Math.min(from + length, slots - 1) : slots - 1;
            MPConstraint all = term(constraint(0, 0), y.get(block).get(j), -length);
            for (int s = from; s <= to; s++) {
                term(all, x.get(block).get(cell(j, s)), 1);
            }
        }
    }

    private void oneBlockForEachCell() {
        for (int j = 0; j < resources.size(); j++) {
            for (int s = 0; s < slots; s++) {
                MPConstraint one = constraint(0, 1);
                for (Map<Long, MPVariable> ofBlock : x) {
                    term(one, ofBlock.get(cell(j, s)), 1);
                }
            }
        }
    }

    /** Both parts of the objective in one number: the first part counts more than any second part. */
    private void objective() {
        MPObjective objective = solver.objective();
        int weight = slots + 1;
        switch (problem.objective()) {
            case PlanObjective.Compact compact -> {
                objective.setCoefficient(last, weight);
                objective.setCoefficient(first, 1.0 - weight);
            }
            case PlanObjective.Finish finish -> {
                objective.setCoefficient(last, weight + 1.0);
                objective.setCoefficient(first, -1);
            }
            case PlanObjective.Weighted weighted -> {
                double unit = PlanObjective.Weighted.UNIT;
                objective.setCoefficient(last, unit * weight);
                objective.setCoefficient(first, (weighted.thousandths() - unit) * weight + 1);
                firstIsTheFirstOfABlock();
            }
        }
        objective.setMinimization();
    }

    /** A weighted start would otherwise be lower than that of all blocks. */
    private void firstIsTheFirstOfABlock() {
        MPConstraint some = constraint(1, 1);
        for (MPVariable ofBlock : firsts) {
            MPVariable isFirst = solver.makeBoolVar("f" + ofBlock.index());
            term(some, isFirst, 1);
            term(term(term(constraint(-slots, slots), first, 1), ofBlock, -1), isFirst, -slots);
        }
    }

    /** Adds a term; a variable that was not made is 0. */
    static MPConstraint term(MPConstraint constraint, @Nullable MPVariable variable, double factor) {
        if (variable != null && factor != 0) {
            constraint.setCoefficient(variable, factor);
        }
        return constraint;
    }

    MPSolver.ResultStatus solve(long limitMillis) {
        solver.setTimeLimit(limitMillis);
        // By default, a solution within 0.01 % of the best one counts as optimal.
        MPSolverParameters exact = new MPSolverParameters();
        exact.setDoubleParam(MPSolverParameters.DoubleParam.RELATIVE_MIP_GAP, 0);
        return solver.solve(exact);
    }

    /** The value of T - t in the solution, as the paper counts it. */
    long span() {
        return Math.round(last.solutionValue() - first.solutionValue());
    }

    /** A lower bound of the first part of the objective, from that of both parts. */
    long primaryBound() {
        double both = solver.objective().bestBound();
        long spanOrEnd = (long) Math.floor(both / (slots + 1));
        return problem.objective() instanceof PlanObjective.Compact ? Math.max(0, spanOrEnd) : 0;
    }

    BlockPlan plan() {
        List<BlockPlacement> placements = new ArrayList<>();
        for (int i = 0; i < problem.blocks().size(); i++) {
            List<Integer> held = y.get(i).entrySet().stream()
                    .filter(entry -> entry.getValue().solutionValue() > 0.5)
                    .map(Map.Entry::getKey)
                    .toList();
            int start = (int) Math.round(firsts.get(i).solutionValue()) - 1;
            placements.add(new BlockPlacement(start, held));
        }
        return new BlockPlan(placements);
    }

    @Override
    public void close() {
        solver.delete();
    }
}
