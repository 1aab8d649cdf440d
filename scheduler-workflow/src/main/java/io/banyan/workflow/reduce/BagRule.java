package io.banyan.workflow.reduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins short blocks that run side by side: each is shorter than a slot, and all have the same needs and the same
 * blocks before and after them. The result is a bag of lanes, whose length is that of a list schedule of the blocks
 * (longest first) on the lanes.
 *
 * <p>Proof that a plan of the result is one of the original: the bag holds the needs of one block in each lane for the
 * length of the list schedule. Run the blocks as that schedule says. No lane has two at once, so each holds what it
 * needs; all blocks before them end before the bag starts, and all blocks after them start after it ends; between
 * themselves the blocks have no edges, since they have the same blocks before them. O(blocks log blocks + edges).
 */
final class BagRule implements ReductionRule {
    /** The blocks that may share a bag have equal keys. */
    private record Key(Object needs, Object placement, List<Integer> before, List<Integer> next) {}

    @Override
    public String name() {
        return "bags";
    }

    @Override
    public BlockGraph reduced(BlockGraph graph, ReductionSettings settings) {
        Map<Key, List<Integer>> bags = new LinkedHashMap<>();
        for (int i = 0; i < graph.size(); i++) {
            Block block = graph.blocks().get(i);
            if (block.isFree() && block.lanes() == 1 && block.millis() < settings.slotMillis()) {
                Key key = new Key(
                        block.needs(), block.placement(), list(graph.edgesBefore()[i]), list(graph.edgesNext()[i]));
                bags.computeIfAbsent(key, bag -> new ArrayList<>()).add(i);
            }
        }
        int[] group = new int[graph.size()];
        Arrays.setAll(group, i -> i);
        List<Block> merged = new ArrayList<>(graph.blocks());
        boolean changed = false;
        for (List<Integer> bag : bags.values()) {
            if (bag.size() > 1) {
                bag.forEach(block -> group[block] = bag.getFirst());
                merged.set(bag.getFirst(), bag(graph, bag, settings));
                changed = true;
            }
        }
        return changed ? graph.merged(group, merged) : graph;
    }

    private static List<Integer> list(int[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    private static Block bag(BlockGraph graph, List<Integer> numbers, ReductionSettings settings) {
        List<Block> blocks = numbers.stream().map(graph.blocks()::get).toList();
        Block first = blocks.getFirst();
        int lanes = Math.min(blocks.size(), settings.mostLanes(first.needs()));
        BlockPart bag = new BlockPart.Bag(blocks.stream()
                .sorted(Comparator.comparingLong(Block::millis).reversed())
                .map(Block::part)
                .toList());
        return new Block(first.name(), first.needs(), lanes, BlockTimetable.length(bag, lanes), bag, first.placement());
    }
}
