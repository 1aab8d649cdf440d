package io.banyan.workflow.shape;

import static io.banyan.workflow.plan.PlanProblems.amounts;
import static io.banyan.workflow.plan.PlanProblems.cores;
import static io.banyan.workflow.plan.PlanProblems.machine;
import static io.banyan.workflow.plan.PlanProblems.onNode;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanSelectionTest {
    private static BlockPlacement at(int start, Integer... resources) {
        return new BlockPlacement(start, List.of(resources));
    }

    @Test
    void countsReservationsMemoryAndNodeSlots() {
        // Nodes of 4 cores and 1,024 MiB: 256 MiB for each core where a block states no memory.
        var problem = PlanProblem.of(
                machine(2, 4, 0, 9),
                List.of(
                        PlanBlock.of("a", cores(2), 3),
                        PlanBlock.of("b", new BlockNeeds.OnNodes(1, amounts(1, 0), 100), 2),
                        PlanBlock.of("c", onNode(3, 0), 2)));
        var plan = new BlockPlan(List.of(at(0, 0, 1), at(1, 2), at(3, 4, 5, 6)));
        // On node 0, slots 0 to 2 with at most 512 + 100 MiB; on node 1, slots 3 and 4 with 768 MiB.
        assertThat(PlanUse.of(problem, plan)).isEqualTo(new PlanUse(3, 612 + 768, 5));
    }

    @Test
    void choosesThePlanWithFewerReservations() {
        List<PlanBlock> blocks = List.of(
                PlanBlock.of("a", onNode(1, 0), 2),
                PlanBlock.of("b", onNode(1, 0), 2),
                PlanBlock.of("c", onNode(2, 0), 2, 0, 1));
        var problem = PlanProblem.of(machine(2, 2, 0, 20), blocks);
        var plan = new BlockPlan(List.of(at(0, 0), at(0, 2), at(2, 0, 1)));
        PlanSelection selection = PlanSelection.around(problem, plan, 1, () -> false);
        assertThat(PlanCheck.check(problem, selection.plan())).isEmpty();
        assertThat(selection.plan().value(problem)).isEqualTo(plan.value(problem));
        assertThat(selection.first().reservations()).isEqualTo(2);
        assertThat(selection.use()).isEqualTo(new PlanUse(1, 1024, 4));
        assertThat(selection.tried()).isGreaterThan(1);
        assertThat(selection.sentence())
                .endsWith("the chosen one has 1 reservation and 1GiB of memory; the first one has 2 and 1536MiB.");
    }
}
