package io.banyan.workflow.reduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Joins blocks that follow each other on equal resources: b has only a before it, a has only b after it, and both have
 * the same needs and lanes.
 *
 * <p>Proof that a plan of the result is one of the original: the joined block holds its resources for the time of both.
 * Let a run from its start, and b from the end of a. Both hold what they need, a ends before b starts, all blocks
 * before a end before the joined one starts, and all blocks after b start after it ends. O(blocks + edges).
 */
final class ChainRule implements ReductionRule {
    @Override
    public String name() {
        return "chains";
    }

    @Override
    public BlockGraph reduced(BlockGraph graph, ReductionSettings settings) {
        int[] group = new int[graph.size()];
        Arrays.setAll(group, i -> i);
        List<Block> merged = new ArrayList<>(graph.blocks());
        boolean changed = false;
        for (int i = graph.size() - 1; i >= 0; i--) {
            int[] next = graph.edgesNext()[i];
            if (next.length == 1 && graph.edgesBefore()[next[0]].length == 1) {
                Block one = graph.blocks().get(i);
                int root = group[next[0]];
                if (isJoined(one, graph.blocks().get(next[0]))) {
                    group[i] = root;
                    merged.set(root, joined(one, merged.get(root)));
                    changed = true;
                }
            }
        }
        return changed ? graph.merged(group, merged) : graph;
    }

    private static boolean isJoined(Block one, Block next) {
        return one.isFree() && one.isLike(next) && one.lanes() == next.lanes();
    }

    private static Block joined(Block first, Block rest) {
        List<BlockPart> parts = new ArrayList<>();
        for (BlockPart part : List.of(first.part(), rest.part())) {
            parts.addAll(part instanceof BlockPart.Chain chain ? chain.parts() : List.of(part));
        }
        return new Block(
                first.name(),
                first.needs(),
                first.lanes(),
                Math.addExact(first.millis(), rest.millis()),
                new BlockPart.Chain(parts),
                first.placement());
    }
}
