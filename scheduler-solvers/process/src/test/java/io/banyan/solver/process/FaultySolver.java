package io.banyan.solver.process;

import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.ExhaustiveSolver;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.plan.PlanSolver;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A solver for tests whose behaviour is the name of the first block of its problem. */
public final class FaultySolver implements PlanSolver {
    @Override
    public String name() {
        return "faulty";
    }

    @Override
    @SuppressWarnings("SystemExitOutsideMain")
    public PlanResult solve(PlanProblem problem, PlanLimit limit, Optional<BlockPlan> known) {
        var exact = new ExhaustiveSolver().solve(problem, limit, known);
        return switch (problem.blocks().getFirst().id()) {
            case "dies" -> {
                Runtime.getRuntime().halt(134);
                yield exact;
            }
            case "throws" -> throw new IllegalStateException("no luck");
            case "sleeps" -> {
                while (true) {
                    LockSupport.parkNanos(1_000_000_000L);
                }
            }
            case "lies" -> {
                Planned planned = (Planned) exact;
                var places = Collections.nCopies(problem.blocks().size(), new BlockPlacement(0, List.of(0)));
                yield new Planned(new BlockPlan(places), planned.value(), 1, true, "faulty", 0, List.of());
            }
            case "denies" -> new PlanResult.Infeasible(List.of("I do not like it."));
            default -> exact;
        };
    }
}
