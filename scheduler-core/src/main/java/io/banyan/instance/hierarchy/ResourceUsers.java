package io.banyan.instance.hierarchy;

import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.resource.JobId;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The users of the resources that are to be given back. */
final class ResourceUsers {
    private final InstanceState state;

    ResourceUsers(InstanceState state) {
        this.state = state;
    }

    /**
     * The users of a vertex, or of something below it.
     *
     * @param owner the job for which it was grown, where that holds it and may lose it
     * @param others all others
     */
    record Use(Optional<JobId> owner, SortedSet<JobId> others) {
        /** Whether it can go at once. */
        boolean isFree() {
            return others.isEmpty();
        }
    }

    /**
     * Returns the users of a vertex that came with a grant. What was found in the own graph stays there, whoever else
     * has a part of it: only its job lets go of it. O(jobs).
     */
    Use of(String grantId, int v) {
        Optional<JobId> owner = ownerOf(grantId, v);
        boolean staysHere = state.origins()
                .find(grantId)
                .filter(origin -> origin.arrival() == GrowRoute.LOCAL)
                .isPresent();
        if (staysHere) {
            return new Use(owner, new TreeSet<>());
        }
        TreeSet<JobId> others = new TreeSet<>(state.users(v));
        boolean isOwners = owner.isPresent() && others.remove(owner.get());
        return new Use(isOwners ? owner : Optional.empty(), others);
    }

    /** The job whose grow it was, if it is one that may lose it this way. */
    private Optional<JobId> ownerOf(String grantId, int v) {
        return state.origins()
                .find(grantId)
                .flatMap(origin -> origin.jobOf(state.resources().graph().path(v)))
                .flatMap(state.jobs()::active)
                .filter(job -> !job.isInstance())
                .map(JobRecord::id);
    }
}
