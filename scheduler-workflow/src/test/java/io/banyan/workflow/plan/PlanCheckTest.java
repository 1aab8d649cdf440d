package io.banyan.workflow.plan;

import static io.banyan.workflow.plan.PlanProblems.amounts;
import static io.banyan.workflow.plan.PlanProblems.cores;
import static io.banyan.workflow.plan.PlanProblems.machine;
import static io.banyan.workflow.plan.PlanProblems.onNode;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One planted fault a test. The sound plan, on two nodes of two cores and a GPU (resources 0 to 5), has none. */
class PlanCheckTest {
    /** Resources 0, 1: cores of n0; 2: its GPU; 3, 4: cores of n1; 5: its GPU, which is busy in slots 0 and 1. */
    private static final SlotProfile PROFILE = SlotProfile.of(
            1,
            0,
            600,
            8,
            List.of(
                    ProfileNode.free("n0", amounts(2, 1), 100),
                    new ProfileNode("n1", amounts(2, 1), 100, List.of(new BusyTime("gpu", 0, 1, 0, 2)), List.of())));

    private static final PlanProblem PROBLEM = new PlanProblem(
            PROFILE,
            List.of(
                    new PlanBlock("load", cores(2), 2, List.of(), 1),
                    PlanBlock.of("train", new BlockNeeds.OnNodes(1, amounts(1, 1), 60), 2, 0),
                    PlanBlock.of("test", new BlockNeeds.OnNodes(1, amounts(1, 0), 60), 1, 0),
                    PlanBlock.of("join", new BlockNeeds.OnNodes(2, amounts(1, 0), 0), 1, 1, 2)),
            List.of(List.of(1, 2)),
            List.of(),
            new PlanObjective.Compact(),
            0);

    private static final List<BlockPlacement> SOUND = List.of(
            new BlockPlacement(1, List.of(0, 3)),
            new BlockPlacement(3, List.of(0, 2)),
            new BlockPlacement(3, List.of(4)),
            new BlockPlacement(5, List.of(0, 3)));

    private static List<PlanFault> faults(int block, int start, Integer... resources) {
        List<BlockPlacement> changed = new ArrayList<>(SOUND);
        changed.set(block, new BlockPlacement(start, List.of(resources)));
        return PlanCheck.check(PROBLEM, new BlockPlan(changed));
    }

    @Test
    void acceptsSoundPlan() {
        assertThat(PlanCheck.check(PROBLEM, new BlockPlan(SOUND))).isEmpty();
    }

    @Test
    void refusesMissingBlock() {
        assertThat(PlanCheck.check(PROBLEM, new BlockPlan(SOUND.subList(0, 3))))
                .containsExactly(new PlanFault.WrongCount(4, 3));
    }

    @Test
    void refusesStartBeforeEarliestSlot() {
        assertThat(faults(0, 0, 0, 3)).containsExactly(new PlanFault.TooEarly("load", 0, 1));
    }

    @Test
    void refusesEndAfterLastSlot() {
        assertThat(faults(3, 8, 0, 3)).containsExactly(new PlanFault.TooLate("join", 9, 8));
    }

    @Test
    void refusesUnknownResource() {
        assertThat(faults(2, 3, 6)).containsExactly(new PlanFault.UnknownResource("test", 6));
    }

    @Test
    void refusesResourceThatIsHeldTwice() {
        assertThat(faults(0, 1, 3, 3)).containsExactly(new PlanFault.Repeated("load", 3));
    }

    @Test
    void refusesTooFewResources() {
        assertThat(faults(0, 1, 3)).containsExactly(new PlanFault.WrongAmount("load", "core", 2, 1));
    }

    @Test
    void refusesWrongType() {
        assertThat(faults(0, 1, 2, 3))
                .containsExactly(
                        new PlanFault.WrongAmount("load", "core", 2, 1),
                        new PlanFault.WrongAmount("load", "gpu", 0, 1));
    }

    @Test
    void refusesBlockOnTooFewNodes() {
        assertThat(faults(3, 5, 0, 1))
                .containsExactly(
                        new PlanFault.WrongNodes("join", 2, 1), new PlanFault.SplitNode("join", "n0", "core", 1, 2));
    }

    @Test
    void refusesBlockThatIsSplitBetweenNodes() {
        assertThat(faults(1, 3, 2, 3))
                .contains(
                        new PlanFault.WrongNodes("train", 1, 2), new PlanFault.SplitNode("train", "n0", "core", 1, 0));
    }

    @Test
    void refusesBusyResource() {
        var problem = PlanProblem.of(PROFILE, List.of(PlanBlock.of("train", onNode(1, 1), 2)));
        assertThat(PlanCheck.check(problem, new BlockPlan(List.of(new BlockPlacement(1, List.of(3, 5))))))
                .containsExactly(new PlanFault.Busy("train", 5, 1));
    }

    @Test
    void refusesOverlap() {
        var problem = PlanProblem.of(
                machine(1, 2, 0, 8), List.of(PlanBlock.of("a", cores(1), 3), PlanBlock.of("b", cores(2), 1)));
        var plan = new BlockPlan(List.of(new BlockPlacement(0, List.of(1)), new BlockPlacement(2, List.of(0, 1))));
        assertThat(PlanCheck.check(problem, plan)).containsExactly(new PlanFault.Overlap("a", "b", 1, 2));
    }

    @Test
    void refusesOverlapBehindAnEarlierEnd() {
        var problem = PlanProblem.of(
                machine(1, 1, 0, 8),
                List.of(
                        PlanBlock.of("long", cores(1), 5),
                        PlanBlock.of("short", cores(1), 1),
                        PlanBlock.of("late", cores(1), 1)));
        var plan = new BlockPlan(List.of(
                new BlockPlacement(0, List.of(0)),
                new BlockPlacement(1, List.of(0)),
                new BlockPlacement(4, List.of(0))));
        assertThat(PlanCheck.check(problem, plan))
                .containsExactly(
                        new PlanFault.Overlap("long", "short", 0, 1), new PlanFault.Overlap("long", "late", 0, 4));
    }

    @Test
    void refusesBlockBeforeTheEndOfItsPredecessor() {
        assertThat(faults(3, 4, 1, 3)).containsExactly(new PlanFault.OutOfOrder("join", "train"));
    }

    @Test
    void refusesBlocksThatDoNotStartTogether() {
        assertThat(faults(2, 4, 4)).containsExactly(new PlanFault.NotTogether(List.of("train", "test")));
    }

    @Test
    void refusesBlocksOnDifferentNodes() {
        var problem =
                new PlanProblem(PROFILE, PROBLEM.blocks(), List.of(), List.of(List.of(1, 2)), PROBLEM.objective(), 0);
        assertThat(PlanCheck.check(problem, new BlockPlan(SOUND)))
                .containsExactly(new PlanFault.NotSameNode(List.of("train", "test")));
    }

    @Test
    void refusesMoreMemoryThanANodeHas() {
        assertThat(faults(2, 3, 1)).containsExactly(new PlanFault.MemoryExceeded("n0", 3, 120, 100));
    }

    @Test
    void sentencesAreSentences() {
        assertThat(faults(2, 3, 1).getFirst().sentence())
                .isEqualTo("Node n0 has 100 MiB of memory, but needs 120 MiB in slot 3.");
    }
}
