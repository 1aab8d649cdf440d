package io.banyan.workflow.model;

import io.banyan.resource.ResourceType;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The resources of one task: a number of nodes, and the same amount on each.
 *
 * @param nodes the number of nodes, 0 or more; 0 with {@code cores} 0 for a task that needs no resources
 * @param cores the cores on each node, 0 or more
 * @param memoryMib the memory on each node, in MiB; 0 if none was stated
 * @param accelerators the accelerators on each node by type, such as {@code gpu}; each count at least 1
 */
public record Needs(int nodes, int cores, long memoryMib, SortedMap<String, Integer> accelerators) {
    /** The type of a graphics processor. */
    public static final String GPU = "gpu";

    /** The needs of a task that uses no resources, such as the evaluation of an expression. */
    public static final Needs NOTHING = new Needs(0, 0, 0, Collections.emptySortedMap());

    /** Checks that the amounts are not negative, and copies the map. */
    public Needs {
        accelerators = Collections.unmodifiableSortedMap(new TreeMap<>(accelerators));
        requireAtLeast(0, nodes, "nodes");
        requireAtLeast(0, cores, "cores");
        requireAtLeast(0, memoryMib, "memory");
        accelerators.forEach((type, count) -> requireAtLeast(1, count, new ResourceType(type).name()));
        if (nodes == 0 && (cores > 0 || memoryMib > 0 || !accelerators.isEmpty())) {
            throw new IllegalArgumentException("a task with resources needs at least 1 node");
        }
    }

    private static void requireAtLeast(long least, long amount, String what) {
        if (amount < least) {
            throw new IllegalArgumentException(what + " must be " + least + " or more, found " + amount);
        }
    }

    /** Returns the needs of a number of cores on one node. */
    public static Needs ofCores(int cores) {
        return new Needs(1, cores, 0, Collections.emptySortedMap());
    }

    /** Returns the cores on all nodes together. */
    public long totalCores() {
        return (long) nodes * cores;
    }

    /** Returns whether the task uses no resources at all. */
    public boolean isNothing() {
        return nodes == 0;
    }
}
