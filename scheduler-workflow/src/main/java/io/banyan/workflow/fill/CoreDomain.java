package io.banyan.workflow.fill;

import java.util.List;

/**
 * Cores of a worker that share a socket or a NUMA node.
 *
 * @param name the name of the domain, such as {@code numa0}
 * @param cores the numbers of the cores, as the operating system counts them
 */
public record CoreDomain(String name, List<Integer> cores) {
    /** Copies the list. */
    public CoreDomain {
        cores = List.copyOf(cores);
        if (cores.isEmpty()) {
            throw new IllegalArgumentException("domain " + name + " has no core");
        }
    }
}
