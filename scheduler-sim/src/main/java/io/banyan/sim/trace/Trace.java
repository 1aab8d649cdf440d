package io.banyan.sim.trace;

import io.banyan.sim.workload.Workload;
import java.util.OptionalLong;

/**
 * The contents of a trace file.
 *
 * @param workload the jobs
 * @param nodes how many the machine had that it is of
 * @param coresPerNode processors of each; 1 where only processors are known
 * @param unixStartSec when the workload began, in seconds since 1970; empty where nobody knows
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
