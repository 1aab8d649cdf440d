package io.banyan.workflow.plan;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The resources that a block holds from its first to its last slot. */
public sealed interface BlockNeeds {
    /** Returns the number of resources by type on all nodes together. */
    SortedMap<String, Integer> totals();

    /**
     * Resources on any nodes, as the paper has them (r_i). Memory follows from the cores, and has no constraint.
     *
     * @param totals the number of resources by type, each at least 1
     */
    record Anywhere(SortedMap<String, Integer> totals) implements BlockNeeds {
        /** Checks and copies the amounts. */
        public Anywhere {
            totals = checked(totals);
        }
    }

    /**
     * A number of different nodes, and the same resources on each.
     *
     * @param nodes the number of nodes, at least 1
     * @param each the number of resources by type on each node, each at least 1
     * @param memoryMib the memory on each node, in MiB; 0 if the block does not limit what others use
     */
    record OnNodes(int nodes, SortedMap<String, Integer> each, long memoryMib) implements BlockNeeds {
        /** Checks and copies the amounts. */
        public OnNodes {
            each = checked(each);
            if (nodes < 1 || memoryMib < 0) {
                throw new IllegalArgumentException("a block needs at least 1 node and no less than 0 MiB, found "
                        + nodes + " nodes with " + memoryMib + " MiB");
            }
        }

        @Override
        public SortedMap<String, Integer> totals() {
            SortedMap<String, Integer> totals = new TreeMap<>();
            each.forEach((type, count) -> totals.put(type, Math.multiplyExact(nodes, count)));
            return totals;
        }
    }

    private static SortedMap<String, Integer> checked(SortedMap<String, Integer> amounts) {
        if (amounts.isEmpty() || amounts.values().stream().anyMatch(count -> count < 1)) {
            throw new IllegalArgumentException("a block needs at least 1 of each of its types, found " + amounts);
        }
        return Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
    }
}
