package io.banyan.instance.hierarchy;

import io.banyan.graph.GraphException;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantedParts;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.AmbiguousNames;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.provider.Handle;
import java.util.List;
import java.util.Optional;

/** Adds granted resources to this instance, or returns those that it cannot use. */
final class GrantArrivals {
    private final InstanceState state;
    private final ResourceReturn resourceReturn;
    private final Splits splits;
    private final Bounds bounds;
    private final AmbiguousNames names;

    GrantArrivals(InstanceState state, ResourceReturn resourceReturn, Splits splits, Bounds bounds) {
        this.state = state;
        this.resourceReturn = resourceReturn;
        this.splits = splits;
        this.bounds = bounds;
        this.names = new AmbiguousNames(state);
    }

    /**
     * Adds the granted part of a grow, with the part that its job gets from here. If that is impossible, returns the
     * grant, and gives the grow the reason.
     *
     * @return the whole grant; empty if it was returned
     */
    Optional<Grant> take(
            Transition transition, PendingGrow grow, Grant grant, GrowRoute arrival, List<Handle> handles) {
        try {
            requireUsable(grant, arrival);
            Optional<Subgraph> here = here(transition, grow, grant.subgraph());
            Grant whole = here.isEmpty()
                    ? grant
                    : new Grant(grant.requestId(), Splits.union(grant.subgraph(), here.get()), grant.source());
            List<String> local = here.map(GrantedParts::tops).orElse(List.of());
            transition.attempt(new GrowDecision.Grown(whole, grow.job(), grow.jobspec(), arrival, handles, local));
            names.sharedBy(grant.subgraph().vertices()).ifPresent(transition::warn);
            return Optional.of(whole);
        } catch (GraphException | JobspecException e) {
            giveBack(transition, grant, arrival, handles);
            grow.reasons()
                    .add(LevelReasons.because(
                            state.path(),
                            LevelReasons.LOCAL,
                            "the granted resources cannot be used: " + e.getMessage()));
            return Optional.empty();
        }
    }

    /**
     * Handles an offer of the parent: the resources are the instance's own from now on, like those of a grow for
     * itself. A returned grant, or one on its way back, is not taken again.
     */
    void offered(Transition transition, Grant grant, Jobspec jobspec) {
        if (!state.isJoined() || isKnown(grant.requestId(), GrowRoute.PARENT)) {
            return;
        }
        boolean isWanted = state.leaving().isEmpty() && !resourceReturn.wasHandedBack(grant);
        try {
            if (isWanted) {
                requireUsable(grant, GrowRoute.PARENT);
                transition.attempt(
                        new GrowDecision.Grown(grant, Optional.empty(), jobspec, GrowRoute.PARENT, List.of()));
                names.sharedBy(grant.subgraph().vertices()).ifPresent(transition::warn);
                return;
            }
        } catch (GraphException e) {
            transition.warn("the resources that the parent offers cannot be used and are returned: " + e.getMessage());
        }
        resourceReturn.handBack(transition, grant);
    }

    private void requireUsable(Grant grant, GrowRoute arrival) throws GraphException {
        if (grant.subgraph().vertices().stream().noneMatch(SubgraphVertex::exclusive)) {
            throw new GraphException("the grant contains no resources");
        }
        Optional<String> tooMuch = bounds.forbids(grant.subgraph(), arrival == GrowRoute.PROVIDER);
        if (tooMuch.isPresent()) {
            throw new GraphException(tooMuch.get());
        }
        Optional<String> namesake = state.origins().namesake(GrantedParts.tops(grant.subgraph()), arrival);
        if (namesake.isPresent()) {
            throw new GraphException("another provider has already supplied a vertex " + namesake.get() + " here");
        }
    }

    /**
     * Returns the part of its request that a job gets from here; empty where all comes from elsewhere, or stays in the
     * instance.
     */
    private Optional<Subgraph> here(Transition transition, PendingGrow grow, Subgraph came)
            throws GraphException, JobspecException {
        if (grow.split().isEmpty()) {
            return Optional.empty();
        }
        Split split = grow.split().get();
        Optional<Selection> found = splits.find(transition, grow, split);
        if (found.isEmpty()) {
            throw new GraphException(
                    "the free resources here for the rest of the request have been allocated in the meantime");
        }
        Subgraph here = state.resources().subgraphOf(found.get());
        Splits.requireApart(came, here, split);
        return grow.job().map(job -> here);
    }

    private void giveBack(Transition transition, Grant grant, GrowRoute arrival, List<Handle> handles) {
        switch (arrival) {
            case PROVIDER ->
                resourceReturn.release(
                        transition,
                        new ReturnDecision.ProviderRelease(
                                grant.source().provider().orElseThrow(), grant.requestId(), handles));
            case PARENT -> resourceReturn.handBack(transition, grant);
            case LOCAL -> throw new IllegalStateException("local resources have no other source");
        }
    }

    /** Whether this grant is here, or was. */
    boolean isKnown(String id, GrowRoute arrival) {
        return state.origins().isSpent(id)
                || state.origins()
                        .find(id)
                        .filter(it -> it.arrival() == arrival)
                        .isPresent();
    }
}
