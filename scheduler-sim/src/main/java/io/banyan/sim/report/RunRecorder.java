package io.banyan.sim.report;

import io.banyan.instance.Instance;
import io.banyan.resource.JobId;
import io.banyan.sim.workload.JobPlacement;
import io.banyan.sim.workload.JobRun;
import io.banyan.sim.workload.ReplayWatcher;
import io.banyan.sim.workload.TraceJob;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/** Records the nodes and times of jobs, for a report. Memory is O(jobs x nodes of each). */
public final class RunRecorder implements ReplayWatcher {
    /** A job that ran, and the names of its nodes. */
    public record Placed(JobRun run, List<String> nodes) {}

    private final IdentityHashMap<TraceJob, List<String>> places = new IdentityHashMap<>();
    private final List<Placed> all = new ArrayList<>();

    /** One that has seen nothing yet. */
    public RunRecorder() {}

    @Override
    public void started(TraceJob job, JobId id, long atSec, Instance instance) {
        places.put(job, JobPlacement.of(instance, id));
    }

    @Override
    public void ended(JobRun run) {
        all.add(new Placed(run, Objects.requireNonNull(places.remove(run.job()), "the nodes of a job that started")));
    }

    /** The jobs that have ended, in the order of their ends. */
    public List<Placed> all() {
        return List.copyOf(all);
    }
}
