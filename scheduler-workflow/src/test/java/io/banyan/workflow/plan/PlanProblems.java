package io.banyan.workflow.plan;

import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Small planning problems, for tests and benchmarks. */
public final class PlanProblems {
    private PlanProblems() {}

    /** Returns a machine of equal free nodes. */
    public static SlotProfile machine(int nodes, int cores, int gpus, int slots) {
        List<ProfileNode> all = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            all.add(ProfileNode.free("n" + node, amounts(cores, gpus), 1024));
        }
        return SlotProfile.of(1, 0, SlotProfile.DEFAULT_SLOT_SECONDS, slots, all);
    }

    /** Returns amounts of cores and GPUs, without those that are 0. */
    public static SortedMap<String, Integer> amounts(int cores, int gpus) {
        SortedMap<String, Integer> amounts = new TreeMap<>();
        if (cores > 0) {
            amounts.put("core", cores);
        }
        if (gpus > 0) {
            amounts.put("gpu", gpus);
        }
        return amounts;
    }

    /** Returns needs of cores on any nodes. */
    public static BlockNeeds cores(int cores) {
        return new BlockNeeds.Anywhere(amounts(cores, 0));
    }

    /** Returns needs of cores and GPUs on one node. */
    public static BlockNeeds onNode(int cores, int gpus) {
        return new BlockNeeds.OnNodes(1, amounts(cores, gpus), 0);
    }

    /**
     * Returns a random problem over a graph of blocks: up to 4 resources of two types on one or two nodes, 8 slots, a
     * sixth of all cells busy.
     *
     * @param graph for each block a mask of the blocks before it
     */
    public static PlanProblem random(int[] graph, SplittableRandom random) {
        boolean onNodes = random.nextInt(2) == 0;
        List<ProfileNode> nodes = onNodes
                ? List.of(randomNode("n0", amounts(2, 0), random), randomNode("n1", amounts(1, 1), random))
                : List.of(randomNode("n0", amounts(2 + random.nextInt(2), random.nextInt(2)), random));
        var profile = SlotProfile.of(1, 0, SlotProfile.DEFAULT_SLOT_SECONDS, 8, nodes);
        List<PlanBlock> blocks = new ArrayList<>();
        for (int i = 0; i < graph.length; i++) {
            List<Integer> after = new ArrayList<>();
            for (int before = 0; before < graph.length; before++) {
                if ((graph[i] >> before & 1) == 1) {
                    after.add(before);
                }
            }
            blocks.add(new PlanBlock("b" + i, randomNeeds(onNodes, random), 1 + random.nextInt(3), after, 0));
        }
        PlanObjective objective = switch (random.nextInt(4)) {
            case 0 -> new PlanObjective.Finish();
            case 1 -> new PlanObjective.Weighted(500);
            default -> new PlanObjective.Compact();
        };
        return PlanProblem.of(profile, blocks).withObjective(objective);
    }

    private static BlockNeeds randomNeeds(boolean onNodes, SplittableRandom random) {
        int gpus = random.nextInt(4) == 0 ? 1 : 0;
        int cores = gpus == 1 ? random.nextInt(2) : 1 + random.nextInt(2);
        if (!onNodes || random.nextInt(2) == 0) {
            return new BlockNeeds.Anywhere(amounts(cores, gpus));
        }
        int nodes = gpus == 0 && cores == 1 ? 1 + random.nextInt(2) : 1;
        return new BlockNeeds.OnNodes(nodes, amounts(cores, gpus), 0);
    }

    private static ProfileNode randomNode(String name, SortedMap<String, Integer> amounts, SplittableRandom random) {
        List<BusyTime> busy = new ArrayList<>();
        amounts.forEach((type, count) -> {
            for (int number = 0; number < count; number++) {
                for (int slot = 0; slot < 8; slot++) {
                    if (random.nextInt(6) == 0) {
                        busy.add(new BusyTime(type, number, 1, slot, slot + 1));
                    }
                }
            }
        });
        return new ProfileNode(name, amounts, 1024, busy, List.of());
    }

    /** Returns a random graph of so many blocks: for each a mask of the blocks before it, all of lower indexes. */
    public static int[] randomGraph(int blocks, SplittableRandom random) {
        int[] graph = new int[blocks];
        for (int i = 1; i < blocks; i++) {
            int half = random.nextInt(1 << i);
            graph[i] = half & random.nextInt(1 << i);
        }
        return graph;
    }

    /** Returns all graphs without a cycle of so many blocks: for each block a mask of the blocks before it. */
    public static List<int[]> allGraphs(int blocks) {
        List<int[]> graphs = new ArrayList<>();
        int pairs = blocks * (blocks - 1);
        for (int edges = 0; edges < 1 << pairs; edges++) {
            int[] graph = new int[blocks];
            int bit = 0;
            for (int i = 0; i < blocks; i++) {
                for (int before = 0; before < blocks; before++) {
                    if (before != i) {
                        graph[i] |= (edges >> bit++ & 1) << before;
                    }
                }
            }
            if (isAcyclic(graph)) {
                graphs.add(graph);
            }
        }
        return graphs;
    }

    private static boolean isAcyclic(int[] graph) {
        int done = 0;
        for (int round = 0; round < graph.length; round++) {
            for (int i = 0; i < graph.length; i++) {
                done |= (graph[i] & ~done) == 0 ? 1 << i : 0;
            }
        }
        return done == (1 << graph.length) - 1;
    }
}
