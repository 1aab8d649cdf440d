package io.banyan.sim.trace;

import io.banyan.sim.workload.Workload;
import java.util.OptionalLong;

/**
 * The contents of a trace file.
 *
 * @param workload the jobs
 * @param nodes the number of nodes of the traced machine
 * @param coresPerNode processors of each; 1 if only processors are known
 * @param unixStartSec the beginning of the workload, in seconds since 1970; empty if unknown
 */
public record Trace(Workload workload, int nodes, int coresPerNode, OptionalLong unixStartSec) {
    /** Checks the numbers. */
    public Trace {
        if (nodes < 1 || coresPerNode < 1 || (long) nodes * coresPerNode > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a machine of " + nodes + " nodes of " + coresPerNode + " processors");
        }
    }

    /** How many processors the machine had. */
    public int processors() {
        return nodes * coresPerNode;
    }
}
