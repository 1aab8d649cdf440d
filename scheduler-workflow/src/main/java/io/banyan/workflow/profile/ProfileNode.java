package io.banyan.workflow.profile;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One node: its resources, and when they are busy.
 *
 * @param name the name of the node, unique in its profile
 * @param resources the number of resources by type, such as 4 of {@code gpu}; each at least 1
 * @param memoryMib the memory of the node, in MiB
 * @param busy the slots in which resources are busy; they may overlap
 * @param busyMemory the memory that is busy
 */
public record ProfileNode(
        String name,
        SortedMap<String, Integer> resources,
        long memoryMib,
        List<BusyTime> busy,
        List<BusyMemory> busyMemory) {
    /** Checks that each busy resource exists, and copies the collections. */
    public ProfileNode {
        resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        busy = List.copyOf(busy);
        busyMemory = List.copyOf(busyMemory);
        for (int count : resources.values()) {
            if (count < 1) {
                throw new IllegalArgumentException("node " + name + " has " + count + " resources of a type");
            }
        }
        for (BusyTime time : busy) {
            if ((long) time.first() + time.count() > resources.getOrDefault(time.type(), 0)) {
                throw new IllegalArgumentException("node " + name + " has no resource " + time.type()
                        + (time.first() + time.count() - 1) + ", but it is said to be busy");
            }
        }
    }

    /** Returns a node that is always free. */
    public static ProfileNode free(String name, SortedMap<String, Integer> resources, long memoryMib) {
        return new ProfileNode(name, resources, memoryMib, List.of(), List.of());
    }

    /** Returns the number of resources of a type, 0 if there are none. */
    public int count(String type) {
        return resources.getOrDefault(type, 0);
    }

    /** Returns the first slot from which everything on the node stays free. */
    public int freeFrom() {
        int resource = busy.stream().mapToInt(BusyTime::to).max().orElse(0);
        return Math.max(
                resource, busyMemory.stream().mapToInt(BusyMemory::to).max().orElse(0));
    }
}
