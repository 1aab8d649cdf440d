package io.banyan.sim.report;

import io.banyan.sim.metric.MeanEstimate;
import io.banyan.sim.metric.Metric;
import io.banyan.sim.metric.OutcomeSummary;
import io.banyan.sim.workload.JobRun;
import java.util.List;

/**
 * The results of the workloads under one policy.
 *
 * @param policy its name
 * @param summaries one for each workload, in their order
 * @param first the placements of jobs in the first workload
 */
public record PolicyResult(String policy, List<OutcomeSummary> summaries, List<RunRecorder.Placed> first) {
    /** Copies the lists. */
    public PolicyResult {
        summaries = List.copyOf(summaries);
        first = List.copyOf(first);
    }

    List<JobRun> runs() {
        return first.stream().map(RunRecorder.Placed::run).toList();
    }

    /** A number over all workloads. */
    public MeanEstimate estimate(Metric metric) {
        return MeanEstimate.of(summaries.stream().mapToDouble(metric::of).toArray());
    }
}
