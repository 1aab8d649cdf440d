package io.banyan.solver.process;

import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.NoPlan;
import io.banyan.workflow.plan.PlanSolver;
import io.banyan.workflow.shape.PlanShape;
import io.banyan.workflow.shape.ShapeSolver;
import io.banyan.workflow.solver.CoverRequest;
import io.banyan.workflow.solver.RequestJson;
import io.banyan.workflow.solver.ResultJson;
import io.banyan.workflow.solver.ShapeJson;
import io.banyan.workflow.solver.SolverRequest;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The program of the solver process: a request as JSON on standard input, a result as JSON on standard output.
 *
 * <p>Solvers are found by {@link ServiceLoader} on the class path.
 */
public final class SolverMain {
    private SolverMain() {}

    /** Solves the problem on standard input. */
    public static void main(String[] arguments) throws IOException {
        try (InputStream in = new FileInputStream(FileDescriptor.in);
                OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            out.write(answer(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Returns the answer to a request. */
    static String answer(String text) {
        if (ShapeJson.isRequest(text)) {
            return ShapeJson.writeShape(cover(ShapeJson.read(text)));
        }
        return ResultJson.write(solve(RequestJson.read(text)));
    }

    private static PlanShape cover(CoverRequest request) {
        PlanShape best = request.known();
        for (ShapeSolver solver : ServiceLoader.load(ShapeSolver.class)) {
            best = solver.cover(request.problem(), request.plan(), request.wastePercent(), request.limit(), best);
        }
        return best;
    }

    private static PlanResult solve(SolverRequest request) {
        for (PlanSolver solver : ServiceLoader.load(PlanSolver.class)) {
            if (solver.name().equals(request.solver())) {
                return solver.solve(request.problem(), request.limit(), request.known());
            }
        }
        List<String> names = ServiceLoader.load(PlanSolver.class).stream()
                .map(provider -> provider.get().name())
                .sorted()
                .toList();
        return new NoPlan(List.of(
                "There is no solver '" + request.solver() + "'; expected one of " + String.join(", ", names) + "."));
    }
}
