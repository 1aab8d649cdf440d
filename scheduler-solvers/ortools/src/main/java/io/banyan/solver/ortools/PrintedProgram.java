package io.banyan.solver.ortools;

import com.google.ortools.linearsolver.MPSolver;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import java.util.OptionalLong;

/** The integer program as the paper prints it, which is wrong. For tests and benchmarks that show this. */
public final class PrintedProgram {
    private static final long MILLIS = 1000;

    private PrintedProgram() {}

    /** Returns T - t of the optimal solution of the printed program; nothing if it has no solution. */
    public static OptionalLong span(PlanProblem problem, PlanLimit limit) {
        NativeLibrary.load();
        try (var program = new SlotProgram(problem, SlotProgram.Form.PRINTED)) {
            return program.solve(MILLIS * limit.seconds()) == MPSolver.ResultStatus.OPTIMAL
                    ? OptionalLong.of(program.span())
                    : OptionalLong.empty();
        }
    }
}
