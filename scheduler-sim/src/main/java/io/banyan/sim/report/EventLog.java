package io.banyan.sim.report;

import io.banyan.instance.Instance;
import io.banyan.resource.JobId;
import io.banyan.rset.HostList;
import io.banyan.sim.workload.JobPlacement;
import io.banyan.sim.workload.JobRun;
import io.banyan.sim.workload.ReplayWatcher;
import io.banyan.sim.workload.TraceJob;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes the events of a replay, each as a line of comma-separated values: policy, seconds since the beginning, {@code
 * submit}, {@code refuse}, {@code start} or {@code end}, the job, its processors, and at a start its nodes as a
 * hostlist. The same workload, graph and configuration give the same bytes.
 */
public final class EventLog implements ReplayWatcher {
    /** The first line of a log. */
    public static final String HEADING = "policy,time,event,job,processors,nodes\n";

    private final String policy;
    private final Appendable out;

    /**
     * One that goes on behind the heading, or behind that of another policy.
     *
     * @param policy the name of the policy in it
     */
    public EventLog(String policy, Appendable out) {
        this.policy = policy;
        this.out = out;
    }

    @Override
    public void submitted(TraceJob job, long atSec) {
        line(atSec, "submit", job, "");
    }

    @Override
    public void refused(TraceJob job, long atSec) {
        line(atSec, "refuse", job, "");
    }

    @Override
    public void started(TraceJob job, JobId id, long atSec, Instance instance) {
        line(atSec, "start", job, HostList.of(JobPlacement.of(instance, id)).toString());
    }

    @Override
    public void ended(JobRun run) {
        line(run.endSec(), "end", run.job(), "");
    }

    private void line(long atSec, String event, TraceJob job, String nodes) {
        try {
            out.append(quoted(policy))
                    .append(',')
                    .append(Long.toString(atSec))
                    .append(',')
                    .append(event);
            out.append(',').append(quoted(job.name())).append(',').append(Integer.toString(job.size()));
            out.append(',').append(quoted(nodes)).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String quoted(String field) {
        return field.indexOf(',') < 0 && field.indexOf('"') < 0 ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
