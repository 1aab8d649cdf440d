package io.banyan.workflow.fill;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The resources of a task on one worker.
 *
 * @param cores the number of cores, or {@link #ALL_CORES}
 * @param memoryMib the memory in MiB
 * @param accelerators the amounts by type, in units of which an accelerator has {@link #WHOLE}
 */
public record FillNeeds(int cores, long memoryMib, SortedMap<String, Integer> accelerators) {
    /** All cores of a worker, as many as it has. */
    public static final int ALL_CORES = -1;

    /** The units of one accelerator. */
    public static final int WHOLE = 10_000;

    /** Checks the amounts. */
    public FillNeeds {
        accelerators = Collections.unmodifiableSortedMap(new TreeMap<>(accelerators));
        if (cores < ALL_CORES || memoryMib < 0) {
            throw new IllegalArgumentException("cores and memory are not negative: " + cores + ", " + memoryMib);
        }
        if (accelerators.values().stream().anyMatch(units -> units < 1)) {
            throw new IllegalArgumentException("an amount of accelerators is positive: " + accelerators);
        }
        if (cores == 0 && accelerators.isEmpty()) {
            throw new IllegalArgumentException("a task needs a core or a part of an accelerator");
        }
    }

    /** Returns needs of cores alone. */
    public static FillNeeds cores(int cores) {
        return new FillNeeds(cores, 0, Collections.emptySortedMap());
    }

    /** Returns these needs with an amount of accelerators of a type, in units. */
    public FillNeeds with(String type, int units) {
        var more = new TreeMap<>(accelerators);
        more.put(type, units);
        return new FillNeeds(cores, memoryMib, more);
    }

    /** Returns the number of cores that a task takes of a worker with a number of cores. */
    public int coresOf(int workerCores) {
        return cores == ALL_CORES ? workerCores : cores;
    }
}
