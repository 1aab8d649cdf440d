package io.banyan.sim.workload;

import java.util.Comparator;
import java.util.List;

/**
 * A stream of jobs.
 *
 * @param name its source
 * @param jobs in the order of their submissions
 * @param remarks the remarks on it, one sentence each: jobs that were left out, and why
 */
public record Workload(String name, List<TraceJob> jobs, List<String> remarks) {
    /** Sorts the jobs by the times at which they are submitted. */
    public Workload {
        jobs = jobs.stream()
                .sorted(Comparator.comparingLong(TraceJob::submitSec))
                .toList();
        remarks = List.copyOf(remarks);
    }

    /** How many processors the largest job asks for; 0 where there is none. */
    public int largest() {
        return jobs.stream().mapToInt(TraceJob::size).max().orElse(0);
    }
}
