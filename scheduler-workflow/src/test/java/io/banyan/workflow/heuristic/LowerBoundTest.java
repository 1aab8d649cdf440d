package io.banyan.workflow.heuristic;

import static io.banyan.workflow.plan.PlanProblems.cores;
import static io.banyan.workflow.plan.PlanProblems.machine;
import static io.banyan.workflow.plan.PlanProblems.onNode;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LowerBoundTest {
    @Test
    void isTheCriticalPath() {
        var problem = PlanProblem.of(
                machine(1, 8, 0, 50), List.of(PlanBlock.of("a", cores(1), 3), PlanBlock.of("b", cores(1), 4, 0)));
        assertThat(LowerBound.span(problem)).isEqualTo(7);
    }

    @Test
    void isTheWorkOfAType() {
        var problem = PlanProblem.of(
                machine(1, 8, 2, 50),
                List.of(
                        PlanBlock.of("a", onNode(1, 2), 3),
                        PlanBlock.of("b", onNode(1, 1), 3),
                        PlanBlock.of("c", onNode(1, 1), 2)));
        // 6 + 3 + 2 slots of a GPU on 2 GPUs, rounded up.
        assertThat(LowerBound.span(problem)).isEqualTo(6);
    }

    @Test
    void countsTheEnergyBetweenHeadsAndTails() {
        var problem = PlanProblem.of(
                machine(1, 2, 0, 50),
                List.of(
                        PlanBlock.of("a", cores(1), 3),
                        PlanBlock.of("b", cores(2), 2, 0),
                        PlanBlock.of("c", cores(2), 2, 0),
                        PlanBlock.of("d", cores(1), 3, 1, 2)));
        // Between the head 3 and the tail 3 there are 8 core slots for 2 cores.
        assertThat(LowerBound.span(problem)).isEqualTo(10);
    }

    @Test
    void knowsThatTwoBlocksOfMoreThanHalfANodeDoNotShareIt() {
        var problem = PlanProblem.of(
                machine(2, 8, 0, 50),
                List.of(
                        PlanBlock.of("a", onNode(5, 0), 4),
                        PlanBlock.of("b", onNode(5, 0), 4),
                        PlanBlock.of("c", onNode(5, 0), 4)));
        // The work alone would need 60 / 16 = 4 slots. Three blocks of a whole node each follow each other on one node.
        assertThat(LowerBound.span(problem)).isEqualTo(8);
    }

    @Test
    void knowsThatBlocksKeepTheirResources() {
        List<PlanBlock> blocks = List.of(
                PlanBlock.of("a", cores(1), 10), PlanBlock.of("b", cores(1), 10), PlanBlock.of("c", cores(1), 10));
        // The work alone would need 15 slots.
        assertThat(LowerBound.span(PlanProblem.of(machine(1, 2, 0, 50), blocks)))
                .isEqualTo(20);
    }

    @Test
    void countsTheBlocksThatSomeResourcesMustRun() {
        List<PlanBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 18; i++) {
            blocks.add(PlanBlock.of("b" + i, cores(1), i < 4 ? 9 : 10));
        }
        // 18 blocks on 4 cores: one core runs 6 of them (56 slots), or two cores run 5 (36 + 60 slots on both).
        assertThat(LowerBound.span(PlanProblem.of(machine(1, 4, 0, 90), blocks)))
                .isEqualTo(48);
    }

    @Test
    void followsTheObjective() {
        var problem = new PlanProblem(
                machine(1, 2, 0, 50),
                List.of(PlanBlock.of("a", cores(1), 3), new PlanBlock("b", cores(1), 2, List.of(), 9)),
                List.of(),
                List.of(),
                new PlanObjective.Finish(),
                4);
        assertThat(LowerBound.primary(problem)).isEqualTo(11);
        assertThat(LowerBound.primary(problem.withObjective(new PlanObjective.Compact())))
                .isEqualTo(3);
        assertThat(LowerBound.primary(problem.withObjective(PlanObjective.parse("weighted:0.5"))))
                .isEqualTo(3 * 1000 + 4 * 500);
    }
}
