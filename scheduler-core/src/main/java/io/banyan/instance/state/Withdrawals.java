package io.banyan.instance.state;

import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.Parcel;
import io.banyan.resource.JobId;
import java.util.List;

/**
 * Applies the decisions by which jobs, or the instance, have fewer resources although no job ends: returns, partial
 * cancels, and removals.
 */
final class Withdrawals {
    private final JoinedResources joined;
    private final ChildGrants childGrants;
    private final Origins origins;
    private final IdleTimes idle;
    private final Reservations reservations;
    private final PendingReturns returns;
    private final PendingRevocations revokes;
    private final PendingClearings clearings;

    Withdrawals(
            JoinedResources joined,
            ChildGrants childGrants,
            Origins origins,
            IdleTimes idle,
            Reservations reservations,
            PendingReturns returns,
            PendingRevocations revokes,
            PendingClearings clearings) {
        this.joined = joined;
        this.childGrants = childGrants;
        this.origins = origins;
        this.idle = idle;
        this.reservations = reservations;
        this.returns = returns;
        this.revokes = revokes;
        this.clearings = clearings;
    }

    void giveBack(ReturnDecision.GaveBack gaveBack, long nowMillis) {
        if (!revokes.isEmpty()) {
            revokes.returned(gaveBack, joined.get()::amount);
        }
        if (!clearings.isEmpty()) {
            clearings.gaveBack(gaveBack, this::leaves, joined.get()::amount);
        }
        for (Parcel parcel : gaveBack.fromChild()) {
            JobId child = gaveBack.child().orElseThrow();
            childGrants.remove(child, parcel);
            joined.statuses().returned(child, parcel.paths());
        }
        release(gaveBack.released(), nowMillis);
        for (Parcel parcel : gaveBack.removed()) {
            if (leaves(parcel)) {
                idle.leave(joined.get().graph(), parcel.paths());
                reservations.leaving(parcel.paths());
                joined.get().detach(parcel.paths());
                joined.statuses().went(parcel.paths());
            }
            origins.remove(parcel.grantId(), parcel.paths());
        }
        returns.begin(gaveBack);
    }

    private void release(List<ReturnDecision.Release> releases, long nowMillis) {
        for (ReturnDecision.Release release : releases) {
            idle.letGo(joined.get(), release.job(), nowMillis);
            joined.schedule().release(release.job(), joined.get().indices(release.paths()));
            reservations.leaving(release.paths());
        }
    }

    void retain(ReturnDecision.Retained retained, long nowMillis) {
        release(retained.released(), nowMillis);
        for (Parcel parcel : retained.kept()) {
            if (leaves(parcel)) {
                joined.get().stay(parcel.paths());
            }
            origins.retain(parcel.grantId(), parcel.paths());
        }
        returns.retained(retained);
    }

    /** Whether the resources of a parcel came from elsewhere, so that a return removes them from here. */
    private boolean leaves(Parcel parcel) {
        return origins.find(parcel.grantId())
                .filter(origin -> origin.arrival() != GrowRoute.LOCAL)
                .isPresent();
    }

    void cancelPartly(JobDecision.PartlyCancelled partly, long nowMillis) {
        JobId job = partly.job();
        idle.letGo(joined.get(), job, nowMillis);
        int[] vertices = partly.paths().stream().mapToInt(joined.get()::index).toArray();
        if (partly.subtrees()) {
            joined.schedule().release(job, vertices);
        } else {
            joined.schedule()
                    .releaseAmounts(
                            job,
                            vertices,
                            partly.amounts().stream().mapToLong(Long::longValue).toArray());
        }
        reservations.reduced(partly, vertices);
        joined.get().leftTags().add(job, partly.left());
        origins.keepLocal(job, joined.get()::isHeldBy);
    }

    void remove(EditDecision.Removed removed) {
        for (ReturnDecision.Release release : removed.released()) {
            joined.schedule().release(release.job(), joined.get().indices(release.paths()));
            reservations.leaving(release.paths());
            origins.keepLocal(release.job(), joined.get()::isHeldBy);
        }
        reservations.leaving(removed.paths());
        joined.get().detach(removed.paths());
        joined.statuses().went(removed.paths());
    }
}
