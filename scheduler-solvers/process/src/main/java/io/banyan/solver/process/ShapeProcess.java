package io.banyan.solver.process;

import io.banyan.provider.process.ProgramRun;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.shape.PlanShape;
import io.banyan.workflow.shape.ShapeCover;
import io.banyan.workflow.shape.ShapeSolver;
import io.banyan.workflow.solver.CoverRequest;
import io.banyan.workflow.solver.ShapeJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reservations of a plan, by the greedy cover and, for small plans, by a solver in a process of its own.
 *
 * <p>Any thread; a call blocks until the answer is there. The greedy cover is the answer where the solver fails.
 */
public final class ShapeProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ShapeProcess.class);

    private final Optional<SolverCommand> command;

    /** Makes it with the command of the process; none if no solver is installed. */
    public ShapeProcess(Optional<SolverCommand> command) {
        this.command = command;
    }

    /**
     * Returns a sound shape of a sound plan.
     *
     * @param wastePercent the cells that may be reserved without use, in percent of the cells that are used
     */
    public PlanShape cover(PlanProblem problem, BlockPlan plan, double wastePercent, PlanLimit limit) {
        PlanShape greedy = ShapeCover.of(problem, plan, wastePercent);
        boolean small = plan.placements().size() <= ShapeSolver.MOST_BLOCKS;
        if (command.isEmpty() || !small || greedy.reservations().size() < 2) {
            return greedy;
        }
        var request = new CoverRequest(problem, plan, wastePercent, limit, greedy);
        try {
            ProgramRun run = ProgramRun.run(
                    command.get().words(),
                    ShapeJson.write(request).getBytes(StandardCharsets.UTF_8),
                    Duration.ofSeconds(limit.seconds()).plus(SolverProcess.GRACE));
            if (run.timedOut() || run.status() != 0) {
                LOG.warn("The solver found no shape (status {}); the greedy one is used.", run.status());
                return greedy;
            }
            PlanShape shape = ShapeJson.readShape(run.output(), request);
            return shape.reservations().size() < greedy.reservations().size() ? shape : greedy;
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("The solver found no shape ({}); the greedy one is used.", e.getMessage());
            return greedy;
        }
    }
}
