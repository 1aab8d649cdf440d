package io.banyan.instance.state;

import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.Parcel;
import io.banyan.resource.JobId;

/**
 * Grants the holds of a job to the instance that runs in it, and takes them away when the job releases them. Each O(the
 * job's holds).
 */
final class NestedShares {
    private final JoinedResources joined;
    private final TreePosition position;
    private final Jobs jobs;
    private final ChildGrants childGrants;
    private final PendingRevocations revokes;

    NestedShares(
            JoinedResources joined,
            TreePosition position,
            Jobs jobs,
            ChildGrants childGrants,
            PendingRevocations revokes) {
        this.joined = joined;
        this.position = position;
        this.jobs = jobs;
        this.childGrants = childGrants;
        this.revokes = revokes;
    }

    /** A job that came through the queue runs, and an instance starts in it. */
    void started(JobId job) {
        var child = new ChildRecord(position.childPath(job), "", ChildState.STARTING, "");
        jobs.change(job, record -> record.with(child));
        give(job, joined.schedule().holdings().selection(job));
    }

    /** The instance that runs in a job has all of this. */
    void give(JobId job, Selection selection) {
        Subgraph given = joined.get().subgraphOf(selection);
        childGrants.spawn(job, new Grant(Parcel.SPAWN, given, GrantSource.graphOf(position.path())));
        joined.statuses().given(childGrants.tops(job));
    }

    /** The instance in a job gives nothing back any more. */
    void endRevokes(JobId job) {
        if (!revokes.isEmpty()) {
            revokes.ending(job, childGrants.tops(job), joined.get()::amount);
        }
    }

    /** Checks that no instance has resources of a released job. */
    void take(JobId job) {
        childGrants.forget(job);
        joined.statuses().gone(job);
    }
}
