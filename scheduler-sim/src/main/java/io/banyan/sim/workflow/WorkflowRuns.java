package io.banyan.sim.workflow;

import io.banyan.resource.JobId;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** The runs of the jobs of a workflow that have ended. */
record WorkflowRuns(List<StreamInstance.Run> ended) {
    /** Returns the runs of jobs, by their numbers. */
    static WorkflowRuns of(StreamInstance stream, Collection<String> jobs) {
        return new WorkflowRuns(jobs.stream()
                .map(job -> stream.runs().get(new JobId(Long.parseLong(job))))
                .filter(Objects::nonNull)
                .filter(run -> run.endMillis() < Long.MAX_VALUE)
                .toList());
    }

    /** Returns the outcome of a method whose workflow has a number of jobs. */
    MethodRun.Outcome outcome(double heldCoreMillis, double usedCoreMillis, int refusedPlans, int jobs) {
        String problem = ended.size() < jobs ? "only " + ended.size() + " of " + jobs + " jobs ran to their ends" : "";
        return new MethodRun.Outcome(
                ended.stream().mapToLong(StreamInstance.Run::startMillis).min().orElse(-1),
                ended.stream().mapToLong(StreamInstance.Run::endMillis).max().orElse(-1),
                heldCoreMillis,
                usedCoreMillis,
                refusedPlans,
                problem);
    }
}
