package io.banyan.workflow.batch;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The share of one node that a reservation holds.
 *
 * @param node the name of the node
 * @param numbers the resources by type, such as {@code core}: their numbers on the node, from 0, ascending
 * @param memoryMib the memory, in MiB; 0 if none was asked for
 */
public record ReservedShare(String node, SortedMap<String, List<Integer>> numbers, long memoryMib) {
    /** Checks that there is something to hold, and copies the collections. */
    public ReservedShare {
        SortedMap<String, List<Integer>> copy = new TreeMap<>();
        numbers.forEach(
                (type, list) -> copy.put(type, list.stream().sorted().distinct().toList()));
        numbers = Collections.unmodifiableSortedMap(copy);
        if (numbers.values().stream().allMatch(List::isEmpty) || memoryMib < 0) {
            throw new IllegalArgumentException("a share of node " + node + " must hold at least 1 resource");
        }
    }

    /** Returns the number of resources of a type. */
    public int count(String type) {
        return numbers.getOrDefault(type, List.of()).size();
    }
}
