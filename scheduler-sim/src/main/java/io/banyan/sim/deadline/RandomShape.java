package io.banyan.sim.deadline;

import io.banyan.mapping.PartitionShape;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Free nodes at random, with which the distances of other shapes are compared. The same free nodes give the same
 * partition. Immutable.
 */
final class RandomShape implements PartitionShape {
    private static final long FACTOR = 31;

    @Override
    public String requirement() {
        return "free nodes";
    }

    /** O(nodes). */
    @Override
    public List<Integer> find(BitSet free, int count, SearchWork work) {
        List<Integer> left = free.stream().boxed().collect(Collectors.toCollection(ArrayList::new));
        if (left.size() < count) {
            return List.of();
        }
        var random = new SplittableRandom(FACTOR * free.hashCode() + count);
        List<Integer> nodes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int drawn = i + random.nextInt(left.size() - i);
            nodes.add(left.get(drawn));
            left.set(drawn, left.get(i));
        }
        return nodes;
    }
}
