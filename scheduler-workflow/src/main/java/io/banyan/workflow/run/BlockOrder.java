package io.banyan.workflow.run;

import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The blocks that each block of a plan waits for, also through steps without a block. Blocks have their indexes. */
final class BlockOrder {
    private final List<Set<Integer>> before = new ArrayList<>();

    private BlockOrder() {}

    /** Finds the order. O(edges x blocks before a step). */
    static BlockOrder of(Workflow workflow, List<RunPlan.PlannedBlock> blocks) {
        BlockOrder order = new BlockOrder();
        Map<StepId, Integer> blockOf = new HashMap<>();
        for (int i = 0; i < blocks.size(); i++) {
            order.before.add(new TreeSet<>());
            for (String step : blocks.get(i).steps()) {
                blockOf.put(new StepId(step), i);
            }
        }
        StepGraph graph = StepGraph.of(workflow);
        // For a step with a block, the block; for another one, the blocks before it.
        List<Set<Integer>> sources = new ArrayList<>();
        workflow.steps().forEach(step -> sources.add(Set.of()));
        for (int step : graph.order()) {
            Set<Integer> earlier = new HashSet<>();
            for (int one : graph.before(step)) {
                earlier.addAll(sources.get(one));
            }
            Integer block = blockOf.get(workflow.steps().get(step).id());
            if (block == null) {
                sources.set(step, earlier);
            } else {
                earlier.remove(block);
                order.before.get(block).addAll(earlier);
                sources.set(step, Set.of(block));
            }
        }
        return order;
    }

    /** Returns the blocks that must end before a block begins. */
    Set<Integer> before(int block) {
        return before.get(block);
    }
}
