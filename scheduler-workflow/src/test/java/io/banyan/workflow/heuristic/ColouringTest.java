package io.banyan.workflow.heuristic;

import static io.banyan.workflow.plan.PlanProblems.amounts;
import static io.banyan.workflow.plan.PlanProblems.cores;
import static io.banyan.workflow.plan.PlanProblems.machine;
import static io.banyan.workflow.plan.PlanProblems.onNode;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ColouringTest {
    private static final long SEED = 1_734_004L;
    private static final int CORES = 6;
    private static final int SLOTS = 30;

    /** The claim of the class: the capacity in each slot is enough, whatever the starts are. */
    @Test
    void coloursExactlyWhatKeepsTheCapacityOfAFreeMachine() {
        var random = new SplittableRandom(SEED);
        int coloured = 0;
        for (int round = 0; round < 400; round++) {
            List<PlanBlock> blocks = new ArrayList<>();
            List<Integer> starts = new ArrayList<>();
            int[] used = new int[SLOTS + 10];
            boolean fits = true;
            for (int i = 0; i < 8; i++) {
                int amount = 1 + random.nextInt(4);
                int length = 1 + random.nextInt(8);
                int start = random.nextInt(SLOTS - 8);
                blocks.add(PlanBlock.of("b" + i, cores(amount), length));
                starts.add(start);
                for (int slot = start; slot < start + length; slot++) {
                    used[slot] += amount;
                    fits &= used[slot] <= CORES;
                }
            }
            var problem = PlanProblem.of(machine(2, CORES / 2, 0, SLOTS), blocks);
            var plan = Colouring.at(problem, starts, List.of());
            String where = "seed " + SEED + ", round " + round;
            assertThat(plan.isPresent()).as(where).isEqualTo(fits);
            plan.ifPresent(found ->
                    assertThat(PlanCheck.check(problem, found)).as(where).isEmpty());
            coloured += fits ? 1 : 0;
        }
        assertThat(coloured).as("coloured of 400").isBetween(10, 390);
    }

    @Test
    void failsWhereTheCapacityIsThereButNoSingleResource() {
        var node = new ProfileNode(
                "n",
                amounts(2, 0),
                0,
                List.of(new BusyTime("core", 0, 1, 0, 1), new BusyTime("core", 1, 1, 1, 2)),
                List.of());
        var problem =
                PlanProblem.of(SlotProfile.of(1, 0, 600, 4, List.of(node)), List.of(PlanBlock.of("a", cores(1), 2)));
        assertThat(Colouring.at(problem, List.of(0), List.of())).isEmpty();
        assertThat(Colouring.at(problem, List.of(2), List.of())).isPresent();
    }

    @Test
    void usesTheGivenNodes() {
        var problem = PlanProblem.of(
                machine(2, 2, 0, 9), List.of(PlanBlock.of("a", onNode(1, 0), 2), PlanBlock.of("b", onNode(2, 0), 2)));
        var plan = Colouring.at(problem, List.of(0, 1), List.of(List.of(1), List.of(0)))
                .orElseThrow();
        assertThat(plan.placements().get(0).resources()).isSubsetOf(2, 3);
        assertThat(plan.placements().get(1).resources()).containsExactly(0, 1);
        assertThat(Colouring.at(problem, List.of(0, 1), List.of(List.of(1), List.of(1))))
                .isEmpty();
    }
}
