package io.banyan.instance.state;

import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.Parcel;
import io.banyan.resource.JobId;
import java.util.List;

/**
 * Applies the decisions by which jobs, or the instance, have less than before though no job ends: what goes back, what
 * is cancelled of a job, what is removed.
 */
final class Withdrawals {
    private final InstanceState state;

    Withdrawals(InstanceState state) {
        this.state = state;
    }

    void giveBack(ReturnDecision.GaveBack gaveBack, long nowMillis) {
        if (!state.revokes().isEmpty()) {
            state.revokes().returned(gaveBack, state.resources()::amount);
        }
        if (!state.clearings().isEmpty()) {
            state.clearings().gaveBack(gaveBack, this::leaves, state.resources()::amount);
        }
        for (Parcel parcel : gaveBack.fromChild()) {
            JobId child = gaveBack.child().orElseThrow();
            state.childGrants().remove(child, parcel);
            state.statuses().returned(child, parcel.paths());
        }
        release(gaveBack.released(), nowMillis);
        for (Parcel parcel : gaveBack.removed()) {
            if (leaves(parcel)) {
                state.idle().leave(state.resources().graph(), parcel.paths());
                state.reservations().leaving(parcel.paths());
                state.resources().detach(parcel.paths());
                state.statuses().went(parcel.paths());
            }
            state.origins().remove(parcel.grantId(), parcel.paths());
        }
        state.returns().begin(gaveBack);
    }

    private void release(List<ReturnDecision.Release> releases, long nowMillis) {
        for (ReturnDecision.Release release : releases) {
            state.idle().letGo(state.resources(), release.job(), nowMillis);
            state.schedule().release(release.job(), state.resources().indices(release.paths()));
            state.reservations().leaving(release.paths());
        }
    }

    void retain(ReturnDecision.Retained retained, long nowMillis) {
        release(retained.released(), nowMillis);
        for (Parcel parcel : retained.kept()) {
            if (leaves(parcel)) {
                state.resources().stay(parcel.paths());
            }
            state.origins().retain(parcel.grantId(), parcel.paths());
        }
        state.returns().retained(retained);
    }

    /** Whether what is in a parcel came from elsewhere, so that it is not here any more when it goes back. */
    private boolean leaves(Parcel parcel) {
        return state.origins()
                .find(parcel.grantId())
                .filter(origin -> origin.arrival() != GrowRoute.LOCAL)
                .isPresent();
    }

    void cancelPartly(JobDecision.PartlyCancelled partly, long nowMillis) {
        JobId job = partly.job();
        state.idle().letGo(state.resources(), job, nowMillis);
        int[] vertices =
                partly.paths().stream().mapToInt(state.resources()::index).toArray();
        if (partly.subtrees()) {
            state.schedule().release(job, vertices);
        } else {
            state.schedule()
                    .releaseAmounts(
                            job,
                            vertices,
                            partly.amounts().stream().mapToLong(Long::longValue).toArray());
        }
        state.reservations().reduced(partly, vertices);
        state.resources().leftTags().add(job, partly.left());
        state.origins().keepLocal(job, state.resources()::isHeldBy);
    }

    void remove(EditDecision.Removed removed) {
        for (ReturnDecision.Release release : removed.released()) {
            state.schedule().release(release.job(), state.resources().indices(release.paths()));
            state.reservations().leaving(release.paths());
            state.origins().keepLocal(release.job(), state.resources()::isHeldBy);
        }
        state.reservations().leaving(removed.paths());
        state.resources().detach(removed.paths());
        state.statuses().went(removed.paths());
    }
}
