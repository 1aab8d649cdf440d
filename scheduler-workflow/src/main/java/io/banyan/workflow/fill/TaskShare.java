package io.banyan.workflow.fill;

import java.util.List;

/**
 * The resources that a running task has on a worker.
 *
 * @param variant the place of the variant in its request
 * @param cores the numbers of its cores
 * @param accelerators its accelerators
 * @param memoryMib its memory in MiB
 */
public record TaskShare(int variant, List<Integer> cores, List<AcceleratorPart> accelerators, long memoryMib) {
    /** Copies the lists. */
    public TaskShare {
        cores = List.copyOf(cores);
        accelerators = List.copyOf(accelerators);
    }
}
