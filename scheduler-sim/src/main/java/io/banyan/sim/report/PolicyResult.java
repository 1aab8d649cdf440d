package io.banyan.sim.report;

import io.banyan.sim.metric.Estimate;
import io.banyan.sim.metric.Metric;
import io.banyan.sim.metric.Summary;
import io.banyan.sim.workload.JobRun;
import java.util.List;

/**
 * The results of the workloads under one policy.
 *
 * @param policy its name
 * @param summaries one for each workload, in their order
 * @param first who ran where in the first workload
 */
public record PolicyResult(String policy, List<Summary> summaries, List<Recorder.Placed> first) {
    /** Copies the lists. */
    public PolicyResult {
        summaries = List.copyOf(summaries);
        first = List.copyOf(first);
    }

    List<JobRun> runs() {
        return first.stream().map(Recorder.Placed::run).toList();
    }

    /** A number over all workloads. */
    public Estimate estimate(Metric metric) {
        return Estimate.of(summaries.stream().mapToDouble(metric::of).toArray());
    }
}
