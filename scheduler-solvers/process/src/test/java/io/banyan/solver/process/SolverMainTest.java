package io.banyan.solver.process;

import static io.banyan.workflow.plan.PlanProblems.cores;
import static io.banyan.workflow.plan.PlanProblems.machine;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult.NoPlan;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.solver.RequestJson;
import io.banyan.workflow.solver.ResultJson;
import io.banyan.workflow.solver.SolverRequest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SolverMainTest {
    private static final PlanProblem PROBLEM = PlanProblem.of(
            machine(1, 2, 0, 8), List.of(PlanBlock.of("a", cores(2), 2), PlanBlock.of("b", cores(2), 1)));

    private static String answer(String solver) {
        return SolverMain.answer(
                RequestJson.write(new SolverRequest(solver, PROBLEM, PlanLimit.ofSeconds(1), Optional.empty())));
    }

    @Test
    void answersWithThePlanOfTheNamedSolver() {
        Planned planned = (Planned) ResultJson.read(answer("faulty"), PROBLEM);
        assertThat(planned.value().span()).isEqualTo(3);
    }

    @Test
    void namesTheSolversThatThereAre() {
        assertThat(ResultJson.read(answer("magic"), PROBLEM))
                .isEqualTo(new NoPlan(List.of("There is no solver 'magic'; expected one of faulty.")));
    }
}
