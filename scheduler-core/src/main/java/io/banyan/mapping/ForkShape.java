package io.banyan.mapping;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The nodes for processes that a job forks on one of its nodes, one after the other ({@link LeakMapping#fork}). */
final class ForkShape implements PartitionShape {
    private final LeakMapping mapping;
    private final int parent;
    private final List<Integer> nodes;
    private final boolean isScattered;

    ForkShape(LeakMapping mapping, int parent, List<Integer> nodes, boolean isScattered) {
        this.mapping = mapping;
        this.parent = parent;
        this.nodes = List.copyOf(nodes);
        this.isScattered = isScattered;
    }

    @Override
    public String requirement() {
        return isScattered ? "free nodes with a path to those of the job" : "free nodes next to those of the job";
    }

    @Override
    public List<Integer> find(BitSet free, int count, SearchWork work) {
        BitSet left = (BitSet) free.clone();
        List<Integer> all = new ArrayList<>(nodes);
        while (all.size() < nodes.size() + count) {
            switch (mapping.fork(parent, all, left, work)) {
                case LeakMapping.Fork.Node(int node) -> {
                    all.add(node);
                    left.clear(node);
                }
                case LeakMapping.Fork.Shared shared -> {
                    return List.of();
                }
            }
        }
        return all.subList(nodes.size(), all.size());
    }
}
