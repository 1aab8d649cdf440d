package io.banyan.sim.workload;

import io.banyan.instance.Instance;
import io.banyan.resource.JobId;

/**
 * Receives the events of a replay in their order, in the thread of the replay. An implementation ignores events that it
 * does not need.
 */
public interface ReplayWatcher {
    /** Cares for nothing. */
    ReplayWatcher NOBODY = new ReplayWatcher() {};

    /** A job waits, or starts at once. */
    default void submitted(TraceJob job, long atSec) {}

    /** A job was not taken, for the machine could never have run it. */
    default void refused(TraceJob job, long atSec) {}

    /**
     * A job has its resources.
     *
     * @param id the instance's
     * @param instance for queries of its holds
     */
    default void started(TraceJob job, JobId id, long atSec, Instance instance) {}

    /** A job is over. */
    default void ended(JobRun run) {}

    /** The instance has decided on one event. */
    default void decided(Instance instance) {}

    /** Returns a watcher that passes all events to both. */
    static ReplayWatcher both(ReplayWatcher first, ReplayWatcher second) {
        return new ReplayWatcher() {
            @Override
            public void submitted(TraceJob job, long atSec) {
                first.submitted(job, atSec);
                second.submitted(job, atSec);
            }

            @Override
            public void refused(TraceJob job, long atSec) {
                first.refused(job, atSec);
                second.refused(job, atSec);
            }

            @Override
            public void started(TraceJob job, JobId id, long atSec, Instance instance) {
                first.started(job, id, atSec, instance);
                second.started(job, id, atSec, instance);
            }

            @Override
            public void ended(JobRun run) {
                first.ended(run);
                second.ended(run);
            }

            @Override
            public void decided(Instance instance) {
                first.decided(instance);
                second.decided(instance);
            }
        };
    }
}
