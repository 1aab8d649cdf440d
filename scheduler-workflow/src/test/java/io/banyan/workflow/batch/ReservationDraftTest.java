package io.banyan.workflow.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.shape.PlanShape;
import io.banyan.workflow.shape.PlannedReservation;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReservationDraftTest {
    private static final SortedMap<String, Integer> CORE = new TreeMap<>(Map.of("core", 1));

    private static PlanBlock block(String id, int slots, long memoryMib, Integer... after) {
        return PlanBlock.of(id, new BlockNeeds.OnNodes(1, CORE, memoryMib), slots, after);
    }

    @Test
    void aReservationHasTheResourcesOfItsShapeAndTheMostMemoryThatItsBlocksUseAtATime() {
        SlotProfile profile = SlotProfile.of(
                0,
                1_000,
                60,
                10,
                List.of(
                        ProfileNode.free("n0", new TreeMap<>(Map.of("core", 2)), 900),
                        ProfileNode.free("n1", new TreeMap<>(Map.of("core", 2)), 900)));
        PlanProblem problem = PlanProblem.of(
                profile, List.of(block("a", 2, 100), block("b", 1, 200), block("c", 1, 300), block("d", 1, 0)));
        BlockPlan plan = new BlockPlan(List.of(
                new BlockPlacement(1, List.of(0)),
                new BlockPlacement(1, List.of(1)),
                new BlockPlacement(2, List.of(1)),
                new BlockPlacement(5, List.of(3))));
        PlanShape shape = new PlanShape(List.of(
                new PlannedReservation(1, 3, List.of(0, 1), List.of(0, 1, 2)),
                new PlannedReservation(5, 6, List.of(3), List.of(3))));
        assertThat(ReservationDraft.of(problem, plan, shape, "p_"))
                .containsExactly(
                        new BatchReservation(
                                "p_0",
                                1_060,
                                1_180,
                                List.of(new ReservedShare("n0", new TreeMap<>(Map.of("core", List.of(0, 1))), 400))),
                        new BatchReservation(
                                "p_1",
                                1_300,
                                1_360,
                                List.of(new ReservedShare("n1", new TreeMap<>(Map.of("core", List.of(1))), 0))));
    }
}
