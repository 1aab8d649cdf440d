package io.banyan.solver.ortools;

import io.banyan.workflow.heuristic.LowerBound;
import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.Feasibility;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.Infeasible;
import io.banyan.workflow.plan.PlanResult.NoPlan;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.plan.PlanSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Exact plans with CP-SAT: a block is an interval, and resources are capacities (the formulation {@code intervals}).
 *
 * <p>The solver begins with one capacity for each type, and colours the result greedily. Where the colouring fails, or
 * the coarse model cannot know, it goes on with capacities of nodes, then with single resources. A coarse model is a
 * relaxation, so that its bound holds for the finer ones.
 */
public final class IntervalSolver implements PlanSolver {
    /** The name of this solver. */
    public static final String NAME = "intervals";

    /** The most literals of a model; with more, the finer detail is left out. */
    private static final long MOST_LITERALS = 300_000;

    /** The deterministic time that a search has at least. */
    private static final double LEAST_EFFORT = 0.1;

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
        Deadline deadline = Deadline.in(limit.seconds());
        NativeLibrary.load();
        long bound = LowerBound.primary(problem);
        double left = limit.seconds();
        Optional<BlockPlan> best = known;
        List<Detail> details = details(problem);
        List<String> sizes = new ArrayList<>();
        for (Detail detail : details) {
            boolean last = detail.equals(details.getLast());
            var effort = new IntervalSearch.Effort(limit, last ? left : left / 2, deadline);
            var search = new IntervalSearch(problem, detail, effort, best, bound);
            PlanResult result = search.run();
            left = Math.max(LEAST_EFFORT, left - search.spent());
            sizes.add(search.size());
            switch (result) {
                case Infeasible infeasible -> {
                    return infeasible;
                }
                case Planned planned
                when planned.proved() -> {
                    return planned;
                }
                case Planned planned -> {
                    best = Optional.of(planned.plan());
                    bound = Math.max(bound, planned.bound());
                }
                case NoPlan noPlan -> bound = Math.max(bound, search.bound());
            }
            if (deadline.isOver()) {
                break;
            }
        }
        long proved = bound;
        String size = sizes.isEmpty() ? "" : sizes.getLast();
        return best.<PlanResult>map(plan -> new Planned(
                        plan, plan.value(problem), proved, false, NAME, deadline.passedSeconds(), List.of(size)))
                .orElseGet(() ->
                        new NoPlan(List.of("The solver " + NAME + " found no plan within " + limit.seconds() + " s.")));
    }

    /** The details from coarse to fine, without those that would add nothing or that are too large. */
    private static List<Detail> details(PlanProblem problem) {
        long blocks = problem.blocks().size();
        int nodes = problem.profile().nodes().size();
        boolean allOnNodes = problem.blocks().stream().allMatch(block -> block.needs() instanceof BlockNeeds.OnNodes);
        List<Detail> details = new ArrayList<>();
        if (problem.sameNode().isEmpty()) {
            details.add(Detail.TYPES);
        }
        if (allOnNodes && blocks * nodes <= MOST_LITERALS) {
            details.add(Detail.NODES);
        }
        if (blocks * problem.profile().resources().size() <= MOST_LITERALS) {
            details.add(Detail.RESOURCES);
        }
        return details.isEmpty() ? List.of(Detail.TYPES) : details;
    }
}
