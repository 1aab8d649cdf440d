package io.banyan.bench.plans;

import io.banyan.workflow.heuristic.LowerBound;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The problems of {@code bench/plans quality}: real workflows and random graphs on a machine that is busy at first. */
final class QualityProblems {
    private static final int CORES_OF_A_NODE = 16;
    private static final int BUSY_CORES = 4;
    static final int FACTOR = 60;
    private static final long MILLIS = 1_000;
    private static final int MOST_CORES_OF_A_TASK = 8;
    private static final int SLACK = 100;

    private QualityProblems() {}

    /** A quarter of the tasks need 2 to 8 cores, the others 1. */
    static PlanProblem of(Workflow workflow, int cores, Formulation formulation, int slotSeconds, long seed) {
        var random = new SplittableRandom(seed);
        List<PlanBlock> blocks = new ArrayList<>();
        StepGraph graph = StepGraph.of(workflow);
        for (int i = 0; i < graph.size(); i++) {
            long millis = ((TaskTime.Known) workflow.steps().get(i).time()).millis();
            int slots = (int) Math.max(1, Math.ceilDiv(millis, slotSeconds * MILLIS));
            List<Integer> before = Arrays.stream(graph.before(i)).boxed().toList();
            blocks.add(new PlanBlock("b" + i, needs(formulation, random), slots, before, 0));
        }
        return onBusyMachine(blocks, cores, slotSeconds, random);
    }

    /** A random graph: each block waits for up to three of the 20 blocks before it, and takes 1 to 12 slots. */
    static PlanProblem random(int size, int cores, Formulation formulation, SplittableRandom random) {
        List<PlanBlock> blocks = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<Integer> after = new ArrayList<>();
            for (int edge = random.nextInt(4); edge > 0 && i > 0; edge--) {
                after.add(i - 1 - random.nextInt(Math.min(i, 20)));
            }
            blocks.add(new PlanBlock("b" + i, needs(formulation, random), 1 + random.nextInt(12), after, 0));
        }
        return onBusyMachine(blocks, cores, SlotProfile.DEFAULT_SLOT_SECONDS, random);
    }

    private static BlockNeeds needs(Formulation formulation, SplittableRandom random) {
        int cores = random.nextInt(4) == 0 ? 2 + random.nextInt(MOST_CORES_OF_A_TASK - 1) : 1;
        return formulation.needs(1, new TreeMap<>(Map.of(SlotProfile.CORE, cores)), 0);
    }

    private static PlanProblem onBusyMachine(
            List<PlanBlock> blocks, int cores, int slotSeconds, SplittableRandom random) {
        var free = PlanProblem.of(machine(cores, slotSeconds, SlotProfile.MOST_SLOTS, 0, random), blocks);
        int bound = LowerBound.span(free);
        int horizon = Math.max(2, bound / 3);
        var profile = machine(cores, slotSeconds, horizon + 3 * bound + SLACK, horizon, random);
        return PlanProblem.of(profile, blocks);
    }

    /** Nodes of 16 cores; each four cores are busy from the start until a random slot up to the horizon. */
    private static SlotProfile machine(int cores, int slotSeconds, int slots, int horizon, SplittableRandom random) {
        List<ProfileNode> nodes = new ArrayList<>();
        for (int node = 0; node < cores / CORES_OF_A_NODE; node++) {
            List<BusyTime> busy = new ArrayList<>();
            for (int first = 0; horizon > 0 && first < CORES_OF_A_NODE; first += BUSY_CORES) {
                busy.add(new BusyTime(SlotProfile.CORE, first, BUSY_CORES, 0, 1 + random.nextInt(horizon)));
            }
            nodes.add(new ProfileNode(
                    "n" + node, new TreeMap<>(Map.of(SlotProfile.CORE, CORES_OF_A_NODE)), 0, busy, List.of()));
        }
        return SlotProfile.of(1, 0, slotSeconds, slots, nodes);
    }
}
