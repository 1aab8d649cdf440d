package io.banyan.solver.process;

import static io.banyan.workflow.plan.PlanProblems.amounts;
import static io.banyan.workflow.plan.PlanProblems.cores;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.Infeasible;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.shape.PlanUse;
import io.banyan.workflow.shape.ShapeCover;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Processes that solve, and such that do not: the answer is always a checked plan. */
class SolverProcessTest {
    private static final PlanLimit LIMIT = PlanLimit.ofSeconds(1);

    /** Three blocks on two cores, of which one is busy at first: no list schedule is proved to be the best. */
    private static PlanProblem problem(String first) {
        var node = new ProfileNode("n", amounts(2, 0), 0, List.of(new BusyTime("core", 0, 1, 0, 3)), List.of());
        return PlanProblem.of(
                SlotProfile.of(1, 0, 600, 8, List.of(node)),
                List.of(
                        PlanBlock.of(first, cores(1), 2),
                        PlanBlock.of("b", cores(1), 2),
                        PlanBlock.of("c", cores(2), 1, 0, 1)));
    }

    private static Planned planned(String first) {
        PlanProblem problem = problem(first);
        var process = new SolverProcess("faulty", Optional.of(SolverCommand.ofPlugIns(List.of())));
        Planned planned = (Planned) process.solve(problem, LIMIT);
        assertThat(PlanCheck.check(problem, planned.plan())).isEmpty();
        return planned;
    }

    @Test
    void takesTheProofOfTheSolver() {
        Planned planned = planned("works");
        assertThat(planned.proved()).isTrue();
        assertThat(planned.solver()).isEqualTo("exhaustive");
        assertThat(planned.notes()).isEmpty();
        assertThat(planned.seconds()).isPositive();
    }

    @Test
    void survivesASolverThatDies() {
        assertThat(planned("dies").notes())
                .singleElement()
                .asString()
                .isEqualTo("The solver ended with status 134 (no message); the plan is that of the heuristic.");
    }

    @Test
    void namesTheExceptionOfASolver() {
        assertThat(planned("throws").notes()).singleElement().asString().contains("no luck");
    }

    @Test
    void endsASolverThatTakesTooLong() {
        assertThat(planned("sleeps").notes())
                .singleElement()
                .asString()
                .startsWith("The solver did not answer within 1 s and 5 s of grace");
    }

    @Test
    void refusesUnsoundPlans() {
        Planned planned = planned("lies");
        assertThat(planned.solver()).isEqualTo("heuristic");
        assertThat(planned.notes()).singleElement().asString().contains("the plan has 2 faults");
    }

    @Test
    void doesNotBelieveThatThereIsNoPlanWhereThereIsOne() {
        assertThat(planned("denies").notes()).singleElement().asString().startsWith("The solver said that there is no");
    }

    @Test
    void greedyShapeIsTheAnswerWithoutAShapeSolver() {
        PlanProblem problem = problem("a");
        Planned planned = (Planned) new SolverProcess("faulty", Optional.empty()).solve(problem, LIMIT);
        var process = new ShapeProcess(Optional.of(SolverCommand.ofPlugIns(List.of())));
        assertThat(process.cover(problem, planned.plan(), 0, LIMIT))
                .isEqualTo(ShapeCover.of(problem, planned.plan(), 0));
    }

    @Test
    void saysThatNoSolverIsInstalled() {
        var process = new SolverProcess("intervals", Optional.empty());
        PlanResult result = process.solve(problem("a"), LIMIT);
        assertThat(((Planned) result).notes()).singleElement().asString().startsWith("No solver is installed");
    }

    @Test
    void unknownSolverIsNamed() {
        var process = new SolverProcess("magic", Optional.of(SolverCommand.ofPlugIns(List.of())));
        PlanResult result = process.solve(problem("a"), LIMIT);
        assertThat(((Planned) result).notes()).containsExactly("There is no solver 'magic'; expected one of faulty.");
    }

    @Test
    void startsNoProcessForAProblemWithoutAPlan() {
        var problem = PlanProblem.of(problem("a").profile(), List.of(PlanBlock.of("sleeps", cores(3), 1)));
        var process = new SolverProcess("faulty", Optional.of(SolverCommand.ofPlugIns(List.of())));
        assertThat(process.solve(problem, LIMIT))
                .isEqualTo(new Infeasible(List.of("block 'sleeps' needs 3 cores, and the machine has 2")));
    }

    @Test
    void ofPlansOfOneValueItTakesTheOneWithTheFewestReservations() {
        var nodes = List.of(
                new ProfileNode("m", amounts(2, 0), 1024, List.of(), List.of()),
                new ProfileNode("n", amounts(2, 0), 1024, List.of(), List.of()));
        BlockNeeds each = new BlockNeeds.OnNodes(1, amounts(1, 0), 0);
        BlockNeeds both = new BlockNeeds.OnNodes(1, amounts(2, 0), 0);
        var problem = PlanProblem.of(
                SlotProfile.of(1, 0, 600, 20, nodes),
                List.of(PlanBlock.of("a", each, 2), PlanBlock.of("b", each, 2), PlanBlock.of("c", both, 2, 0, 1)));
        var solver = new SolverProcess(HeuristicSolver.NAME, Optional.empty());
        Planned planned = (Planned) solver.solve(problem, LIMIT);
        assertThat(PlanUse.of(problem, planned.plan())).isEqualTo(new PlanUse(1, 1024, 4));
    }
}
