package io.banyan.instance.state;

import io.banyan.graph.GraphException;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.GrantedParts;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.ValueChecks;
import org.jspecify.annotations.Nullable;

/** Applies the decisions by which the instance, or a job of it, has more than before: the R of a child, and grows. */
final class Arrivals {
    private final InstanceConfig config;
    private final JoinedResources joined;
    private final TreePosition position;
    private final Jobs jobs;
    private final ChildGrants childGrants;
    private final Origins origins;
    private final IdleTimes idle;
    private final OpenReleases releases;
    private final UnseenChanges unseen;

    Arrivals(
            InstanceConfig config,
            JoinedResources joined,
            TreePosition position,
            Jobs jobs,
            ChildGrants childGrants,
            Origins origins,
            IdleTimes idle,
            OpenReleases releases,
            UnseenChanges unseen) {
        this.config = config;
        this.joined = joined;
        this.position = position;
        this.jobs = jobs;
        this.childGrants = childGrants;
        this.origins = origins;
        this.idle = idle;
        this.releases = releases;
        this.unseen = unseen;
    }

    /**
     * A child has its R.
     *
     * @throws GraphException where the R is no graph; nothing has changed then
     */
    void join(LevelDecision.Joined decided, long nowMillis) throws GraphException {
        Subgraph granted = decided.resources();
        joined.set(Resources.ofGranted(granted, config, decided.window(), unseen));
        joined.schedule().at(Math.floorDiv(nowMillis, 1000));
        position.set(decided.path());
        Grant first = new Grant(Parcel.SPAWN, granted, GrantSource.graphOf(ValueChecks.path(decided.path())));
        origins.add(new GrantOrigin(first));
        idle.came(joined.get().graph(), GrantedParts.tops(granted), nowMillis);
    }

    /**
     * A grow was granted, here or elsewhere.
     *
     * @throws GraphException if resources from elsewhere do not fit; nothing has changed then
     */
    void grow(GrowDecision.Grown grown, @Nullable Selection proposal, long nowMillis) throws GraphException {
        Subgraph granted = grown.grant().subgraph();
        if (grown.arrival() == GrowRoute.LOCAL) {
            Selection selection = proposal != null ? proposal : joined.get().selectionOf(granted);
            joined.schedule().extend(grown.job().orElseThrow(), selection);
        } else {
            joined.get().attach(granted, grown.job(), grown.local());
            joined.statuses().came(granted);
            idle.came(joined.get().graph(), new GrantOrigin(grown).tops(), nowMillis);
        }
        if (grown.arrival() == GrowRoute.PROVIDER) {
            releases.brought(grown.grant().requestId());
        }
        boolean forChild =
                grown.job().flatMap(jobs::find).filter(JobRecord::isInstance).isPresent();
        if (forChild) {
            childGrants.grow(grown.job().orElseThrow(), grown.grant(), grown.jobspec());
            joined.statuses().given(GrantedParts.tops(granted));
        }
        if (!forChild || grown.arrival() != GrowRoute.LOCAL) {
            origins.add(new GrantOrigin(grown));
        }
    }
}
