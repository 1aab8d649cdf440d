package io.banyan.sim.workload;

import java.util.List;

/**
 * The results of a workload.
 *
 * @param runs of jobs that ran, in the order of their ends
 * @param refused jobs that were not taken, for the machine could never have run them
 */
public record WorkloadOutcome(Workload workload, List<JobRun> runs, List<TraceJob> refused) {
    /** Copies the lists. */
    public WorkloadOutcome {
        runs = List.copyOf(runs);
        refused = List.copyOf(refused);
    }
}
