package io.banyan.instance.state;

import io.banyan.graph.Selection;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.NestedInstance;
import io.banyan.resource.JobId;
import java.util.Optional;
import java.util.function.Function;

/**
 * Follows the runs of jobs: the slots of malleable jobs, checkpoints, charges, and the instances in jobs. Each O(the
 * job's holds).
 */
final class RunSteps {
    private final Function<JobId, Optional<Jobspec>> jobspecs;
    private final Malleables malleables;
    private final Checkpoints checkpoints;
    private final Charges charges;
    private final NestedShares nested;

    RunSteps(
            Function<JobId, Optional<Jobspec>> jobspecs,
            Malleables malleables,
            Checkpoints checkpoints,
            Charges charges,
            NestedShares nested) {
        this.jobspecs = jobspecs;
        this.malleables = malleables;
        this.checkpoints = checkpoints;
        this.charges = charges;
        this.nested = nested;
    }

    /** A job that came through the queue runs from now on. */
    void started(JobId job, long nowMillis) {
        Optional<Jobspec> jobspec = jobspecs.apply(job);
        malleables.started(job, jobspec, checkpoints.begun(job, nowMillis), nowMillis);
        checkpoints.started(job);
        charges.started(job, nowMillis);
        if (jobspec.flatMap(NestedInstance::of).isPresent()) {
            nested.started(job);
        }
    }

    /** An instance was spawned in a job of its own, which is malleable where it has a jobspec for that. */
    void spawned(JobId job, Selection selection, Optional<Jobspec> malleable, long nowMillis) {
        nested.give(job, selection);
        malleables.started(job, malleable, checkpoints.begun(job, nowMillis), nowMillis);
    }

    /** A job that ran waits again. */
    void requeued(JobId job, long nowMillis) {
        malleables.ended(job);
        checkpoints.requeued(job, nowMillis);
    }

    /** A job is over, whether it ran or not; before it is so in the table. */
    void ended(JobId job) {
        malleables.ended(job);
        checkpoints.ended(job);
    }
}
