package io.banyan.workflow.solver;

import static io.banyan.workflow.plan.PlanProblems.amounts;
import static io.banyan.workflow.plan.PlanProblems.cores;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.profile.BusyMemory;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.shape.ShapeCover;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SolverJsonTest {
    private static final PlanProblem PROBLEM = new PlanProblem(
            SlotProfile.of(
                    7,
                    1_000,
                    60,
                    40,
                    List.of(new ProfileNode(
                            "n \"0\"",
                            amounts(4, 1),
                            512,
                            List.of(new BusyTime("core", 1, 2, 0, 3)),
                            List.of(new BusyMemory(100, 2, 4))))),
            List.of(
                    new PlanBlock("a", cores(2), 2, List.of(), 1),
                    PlanBlock.of("b", new BlockNeeds.OnNodes(1, amounts(1, 1), 64), 3, 0)),
            List.of(List.of(0)),
            List.of(List.of(0, 1)),
            new PlanObjective.Weighted(250),
            1);

    private static Planned planned() {
        return (Planned)
                new HeuristicSolver(10_000, () -> false).solve(PROBLEM, PlanLimit.ofSeconds(1), Optional.empty());
    }

    @Test
    void requestIsTheSameAfterWritingAndReading() {
        var request = new SolverRequest(
                "intervals",
                PROBLEM,
                new PlanLimit(5, 2, 9),
                Optional.of(planned().plan()));
        assertThat(RequestJson.read(RequestJson.write(request))).isEqualTo(request);
    }

    @Test
    void resultsAreTheSameAfterWritingAndReading() {
        List<PlanResult> results = List.of(
                planned().took(0.5).noted("A note."),
                new PlanResult.Infeasible(List.of("One reason.")),
                new PlanResult.NoPlan(List.of()));
        for (PlanResult result : results) {
            assertThat(ResultJson.read(ResultJson.write(result), PROBLEM)).isEqualTo(result);
        }
    }

    @Test
    void refusesUnsoundPlan() {
        String text = ResultJson.write(planned()).replaceFirst("\"start\":\\d+", "\"start\":39");
        assertThatThrownBy(() -> ResultJson.read(text, PROBLEM))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Block a ends with slot 40, but the last slot is 39.");
    }

    @Test
    void refusesBoundAboveTheValue() {
        String text = ResultJson.write(planned()).replaceFirst("\"bound\":\\d+", "\"bound\":99999");
        assertThatThrownBy(() -> ResultJson.read(text, PROBLEM))
                .hasMessageContaining("the bound 99999 is above the value");
    }

    @Test
    void shapesAreTheSameAfterWritingAndReading() {
        var shape = ShapeCover.of(PROBLEM, planned().plan(), 0);
        var request = new CoverRequest(PROBLEM, planned().plan(), 10, PlanLimit.ofSeconds(3), shape);
        assertThat(ShapeJson.isRequest(ShapeJson.write(request))).isTrue();
        assertThat(ShapeJson.read(ShapeJson.write(request))).isEqualTo(request);
        assertThat(ShapeJson.readShape(ShapeJson.writeShape(shape), request)).isEqualTo(shape);
    }

    @Test
    void refusesShapesThatForgetABlock() {
        var shape = ShapeCover.of(PROBLEM, planned().plan(), 0);
        var request = new CoverRequest(PROBLEM, planned().plan(), 10, PlanLimit.ofSeconds(3), shape);
        assertThatThrownBy(() -> ShapeJson.readShape("[]", request))
                .hasMessage("the shape has 2 faults: Block a lies in 0 reservations, expected 1.");
    }

    @Test
    void refusesTextThatIsNoResult() {
        assertThatThrownBy(() -> ResultJson.read("{", PROBLEM)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ResultJson.read("{}", PROBLEM)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RequestJson.read("[]")).isInstanceOf(IllegalArgumentException.class);
    }
}
