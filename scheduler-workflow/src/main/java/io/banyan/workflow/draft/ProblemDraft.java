package io.banyan.workflow.draft;

import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.StepPlacement.Where;
import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.reduce.Block;
import io.banyan.workflow.reduce.BlockGraph;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The planning problem of a reduced workflow.
 *
 * <p>The lanes of a block are spread evenly over as few nodes as can hold them. The time of the plan is long enough for
 * all blocks one after another behind the horizon.
 */
public final class ProblemDraft {
    private final WorkflowReduction reduction;
    private final SlotProfile profile;
    private final Formulation formulation;

    private ProblemDraft(WorkflowReduction reduction, SlotProfile profile, Formulation formulation) {
        this.reduction = reduction;
        this.profile = profile;
        this.formulation = formulation;
    }

    /** Returns the types of resources that the blocks of a workflow need; cores always. */
    public static Set<String> types(WorkflowReduction reduction) {
        Set<String> types = new TreeSet<>(Set.of(SlotProfile.CORE));
        reduction
                .reduced()
                .blocks()
                .forEach(block -> types.addAll(block.needs().accelerators().keySet()));
        return types;
    }

    /**
     * Returns the planning problem.
     *
     * @param profile the machine; its number of slots does not matter
     * @param earliest the first slot in which a block may start
     * @throws IllegalArgumentException if a step runs in a cloud, no block is left, or the workflow takes too long
     */
    public static PlanProblem of(
            WorkflowReduction reduction,
            SlotProfile profile,
            Formulation formulation,
            PlanObjective objective,
            int earliest) {
        return new ProblemDraft(reduction, profile, formulation).problem(objective, earliest);
    }

    private PlanProblem problem(PlanObjective objective, int earliest) {
        BlockGraph graph = reduction.reduced();
        if (graph.size() == 0) {
            throw new IllegalArgumentException("no step of the workflow needs resources, so there is nothing to plan");
        }
        List<PlanBlock> blocks = new ArrayList<>();
        long slots = Math.max(earliest, profile.horizon());
        for (int i = 0; i < graph.size(); i++) {
            Block block = graph.blocks().get(i);
            if (block.lanes() == 0) {
                throw new IllegalArgumentException(
                        "step '" + block.name() + "' has no task with resources; the rule 'expressions' removes it");
            }
            if (block.placement().where() == Where.CLOUD) {
                throw new IllegalArgumentException(
                        "step '" + block.name() + "' runs in a cloud, and a plan places blocks on a machine");
            }
            int length = block.slots(reduction.settings().slotMillis());
            slots += length;
            List<Integer> after = Arrays.stream(graph.before(i)).boxed().toList();
            blocks.add(new PlanBlock(block.name(), needs(block), length, after, 0));
        }
        if (slots > SlotProfile.MOST_SLOTS) {
            throw new IllegalArgumentException("the plan needs " + slots + " slots, and at most "
                    + SlotProfile.MOST_SLOTS + " are possible; longer slots help");
        }
        return new PlanProblem(
                profile.withSlots((int) slots),
                blocks,
                groups(block -> block.placement().together()),
                groups(block -> block.placement().sameNode()),
                objective,
                earliest);
    }

    private BlockNeeds needs(Block block) {
        Needs needs = block.needs();
        SortedMap<String, Integer> lane = MachineLanes.resources(needs);
        long memoryMib = MachineLanes.memoryMib(needs);
        int lanes = block.lanes();
        if (needs.nodes() > 1 || lanes == 1) {
            return formulation.needs(Math.multiplyExact(needs.nodes(), lanes), lane, memoryMib);
        }
        if (formulation == Formulation.CORES) {
            return formulation.needs(lanes, lane, memoryMib);
        }
        int nodes = Math.ceilDiv(lanes, Math.max(1, mostLanes(lane, memoryMib, lanes)));
        int lanesEach = Math.ceilDiv(lanes, nodes);
        lane.replaceAll((type, count) -> Math.multiplyExact(count, lanesEach));
        return formulation.needs(nodes, lane, Math.multiplyExact(memoryMib, lanesEach));
    }

    /** Returns the most lanes on a node so that enough nodes hold as many; the most on any node if too few do. */
    private int mostLanes(SortedMap<String, Integer> lane, long memoryMib, int lanes) {
        int[] ascending = profile.nodes().stream()
                .mapToInt(node -> MachineLanes.on(node, lane, memoryMib))
                .sorted()
                .toArray();
        for (int nodes = 1; nodes <= ascending.length; nodes++) {
            int each = ascending[ascending.length - nodes];
            if ((long) nodes * each >= lanes) {
                return each;
            }
        }
        return ascending.length == 0 ? 0 : ascending[ascending.length - 1];
    }

    /** Returns the groups of blocks that a rule of their steps joins; groups with a common block are one. O(steps). */
    private List<List<Integer>> groups(Function<Block, Collection<StepId>> rule) {
        Map<StepId, Integer> blockOfStep = reduction.blockOfStep();
        List<Block> blocks = reduction.reduced().blocks();
        int[] group = IntStream.range(0, blocks.size()).toArray();
        for (int i = 0; i < blocks.size(); i++) {
            for (StepId other : rule.apply(blocks.get(i))) {
                group[root(group, i)] = root(group, blockOfStep.getOrDefault(other, i));
            }
        }
        return IntStream.range(0, blocks.size())
                .boxed()
                .collect(Collectors.groupingBy(block -> root(group, block), TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .filter(members -> members.size() > 1)
                .toList();
    }

    private static int root(int[] group, int block) {
        int root = block;
        while (group[root] != root) {
            group[root] = group[group[root]];
            root = group[root];
        }
        return root;
    }
}
