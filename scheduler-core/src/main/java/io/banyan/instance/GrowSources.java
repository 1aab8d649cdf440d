package io.banyan.instance;

import io.banyan.graph.GraphException;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.jobspec.JobspecException;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Passing a grow on to the parent and to the provider, and what becomes of their answers; {@link Grows} has the table of cases. */
final class GrowSources {
    private final InstanceState state;
    private final PendingGrows pending;
    private final GrowReplies replies;
    private final Returning returning;
    private final Splits splits;
    private final Bounds bounds;

    GrowSources(InstanceState state, PendingGrows pending, GrowReplies replies, Returning returning, Splits splits) {
        this.state = state;
        this.pending = pending;
        this.replies = replies;
        this.returning = returning;
        this.splits = splits;
        this.bounds = new Bounds(state);
    }

    /** Whom this instance asks, in order. */
    List<PendingGrow.Source> inOrder() {
        InstanceConfig config = state.config();
        List<PendingGrow.Source> wanted = switch (config.grow().order()) {
            case PARENT_FIRST -> List.of(PendingGrow.Source.PARENT, PendingGrow.Source.PROVIDER);
            case PROVIDER_FIRST -> List.of(PendingGrow.Source.PROVIDER, PendingGrow.Source.PARENT);
            case PROVIDER_ONLY -> List.of(PendingGrow.Source.PROVIDER);
            case LOCAL_ONLY -> List.of();
        };
        return wanted.stream()
                .filter(source -> switch (source) {
                    case PARENT -> config.parentJob().isPresent();
                    case PROVIDER -> config.grow().provider().isPresent();
                })
                .toList();
    }

    /** Passes the grow on to whoever is next, or refuses it where nobody is left. */
    void askNext(Turn turn, PendingGrow grow) {
        if (grow.isAsking(PendingGrow.Source.PARENT) && grow.hops() == 0) {
            grow.reasons()
                    .add(LevelReasons.because(
                            state.path(), LevelReasons.PARENT, "the request has passed as many levels as it may"));
            grow.sources().remove();
        }
        skipWhatIsTooMuch(grow);
        PendingGrow.Source source = grow.sources().peek();
        if (source == null) {
            pending.remove(grow);
            replies.refuse(turn, grow);
            return;
        }
        switch (source) {
            case PARENT -> askParent(turn, grow);
            case PROVIDER -> askProvider(turn, grow);
        }
    }

    /** Nobody is asked for what could not be taken. */
    private void skipWhatIsTooMuch(PendingGrow grow) {
        for (PendingGrow.Source source = grow.sources().peek();
                source != null;
                source = grow.sources().peek()) {
            Optional<String> tooMuch = bounds.forbids(grow.elsewhere(), source == PendingGrow.Source.PROVIDER);
            if (tooMuch.isEmpty()) {
                return;
            }
            grow.reasons().add(LevelReasons.because(state.path(), nameOf(source), tooMuch.get()));
            grow.sources().remove();
        }
    }

    private String nameOf(PendingGrow.Source source) {
        return switch (source) {
            case PARENT -> LevelReasons.PARENT;
            case PROVIDER -> state.config().grow().provider().orElse(LevelReasons.LOCAL);
        };
    }

    /** That it is asked is a decision, so that what a call brings is not forgotten with the process that made it. */
    private void askProvider(Turn turn, PendingGrow grow) {
        String id = grow.requestId();
        String provider = state.config().grow().provider().orElseThrow();
        if (state.returns().isReleasing(id)) {
            providerRefused(turn, grow, provider, "what it brought for this request before is still being released");
            return;
        }
        if (state.provisions().containsKey(id)) {
            // Its answer could be to another jobspec than the one that is asked for now.
            providerRefused(turn, grow, provider, "it has not answered an earlier call for this request yet");
            return;
        }
        turn.decide(new Decision.ProvisionAsked(provider, id));
        long left = Math.max(1, grow.deadlineMillis() - turn.nowMillis());
        int most = state.config().limits().maxGrantVertices();
        turn.add(new Effect.CallProvider(provider, new ProvisionRequest(id, grow.elsewhere(), left, most)));
    }

    /** The process is a new one, and the provider's answers to what the last one asked are lost: all that may have come goes back. */
    void restarted(Turn turn) {
        for (Map.Entry<String, String> asked : List.copyOf(state.provisions().entrySet())) {
            turn.warn(asked.getValue() + " was being asked for " + asked.getKey()
                    + " when the last process ended; what it may have brought goes back");
            returning.release(turn, new Decision.ProviderRelease(asked.getValue(), asked.getKey(), List.of()));
        }
    }

    /** The deadline travels upward shortened, so that an answer still has the time to come down. */
    private static void askParent(Turn turn, PendingGrow grow) {
        long longestMargin = 250;
        long left = grow.deadlineMillis() - turn.nowMillis();
        long passedOn = Math.max(1, left - Math.min(left / 10, longestMargin));
        turn.add(
                new Effect.ToParent(new UpMessage.Grow(grow.requestId(), grow.elsewhere(), grow.hops() - 1, passedOn)));
    }

    /** The session to the parent is open again: what it may not have heard is asked again. */
    void parentRegistered(Turn turn) {
        for (PendingGrow grow : pending.all()) {
            if (grow.isAsking(PendingGrow.Source.PARENT)) {
                askParent(turn, grow);
            }
        }
    }

    /** The parent has granted something. */
    void parentGranted(Turn turn, DownMessage.Granted granted) {
        Grant grant = granted.grant();
        String id = grant.requestId();
        PendingGrow grow = pending.asking(PendingGrow.Source.PARENT, id);
        if (grow != null && grow.isAnsweredBy(granted.asked())) {
            arrived(turn, grow, grant, Arrival.PARENT, List.of());
        } else if (!isKnown(id, Arrival.PARENT)) {
            turn.warn("nobody waits for grant " + id + "; it goes back");
            returning.handBack(turn, grant);
        }
    }

    /** The parent has refused, for itself and for all whom it asked. */
    void parentRefused(Turn turn, DownMessage.GrowRefused refused) {
        PendingGrow grow = pending.asking(PendingGrow.Source.PARENT, refused.requestId());
        if (grow != null && grow.isAnsweredBy(refused.asked())) {
            grow.reasons().addAll(refused.reasons());
            grow.sources().remove();
            askNext(turn, grow);
        }
    }

    /** The provider has answered. */
    void providerAnswered(Turn turn, String id, ProvisionResult result) {
        PendingGrow grow = pending.asking(PendingGrow.Source.PROVIDER, id);
        String provider = state.config().grow().provider().orElse("?");
        switch (result) {
            case ProvisionResult.Provisioned brought -> {
                if (grow != null) {
                    provisioned(turn, grow, provider, brought);
                } else if (!isKnown(id, Arrival.PROVIDER)) {
                    turn.warn("nobody waits for what " + provider + " brought for " + id + "; it goes back");
                    returning.release(turn, new Decision.ProviderRelease(provider, id, brought.handles()));
                }
            }
            case ProvisionResult.Refused no -> {
                if (state.provisions().containsKey(id)) {
                    turn.decide(new Decision.ProvisionRefused(id));
                }
                if (grow != null) {
                    providerRefused(turn, grow, provider, no.reason());
                }
            }
            case ProvisionResult.Failed failed -> {
                if (state.provisions().containsKey(id)) {
                    returning.release(turn, new Decision.ProviderRelease(provider, id, List.of()));
                }
                if (grow != null) {
                    providerRefused(turn, grow, provider, failed.reason());
                }
            }
        }
    }

    private void providerRefused(Turn turn, PendingGrow grow, String provider, String reason) {
        grow.reasons().add(LevelReasons.because(state.path(), provider, reason));
        grow.sources().remove();
        askNext(turn, grow);
    }

    private void provisioned(Turn turn, PendingGrow grow, String provider, ProvisionResult.Provisioned brought) {
        try {
            Graft graft = Graft.below(state.resources().graph(), provider, state.depth(), brought);
            var source = new GrantSource(state.path(), Optional.of(provider));
            arrived(
                    turn,
                    grow,
                    new Grant(grow.requestId(), graft.subgraph(), source),
                    Arrival.PROVIDER,
                    graft.handles());
        } catch (GraphException | IllegalArgumentException e) {
            returning.release(turn, new Decision.ProviderRelease(provider, grow.requestId(), brought.handles()));
            providerRefused(turn, grow, provider, "what it brought cannot be used: " + e.getMessage());
        }
    }

    private void arrived(Turn turn, PendingGrow grow, Grant grant, Arrival arrival, List<Handle> handles) {
        Grant whole;
        try {
            if (grant.subgraph().vertices().stream().noneMatch(SubgraphVertex::exclusive)) {
                throw new GraphException("nothing in it was granted");
            }
            Optional<String> tooMuch = bounds.forbids(grant.subgraph(), arrival == Arrival.PROVIDER);
            if (tooMuch.isPresent()) {
                throw new GraphException(tooMuch.get());
            }
            Optional<Subgraph> here = here(turn, grow);
            whole = here.isEmpty()
                    ? grant
                    : new Grant(grant.requestId(), Splits.union(grant.subgraph(), here.get()), grant.source());
            List<String> local = here.map(GrantedParts::tops).orElse(List.of());
            turn.attempt(new Decision.Grown(whole, grow.job(), grow.jobspec(), arrival, handles, local));
        } catch (GraphException | JobspecException e) {
            giveBack(turn, grant, arrival, handles);
            grow.reasons()
                    .add(LevelReasons.because(
                            state.path(), LevelReasons.LOCAL, "what came cannot be used: " + e.getMessage()));
            grow.sources().remove();
            askNext(turn, grow);
            return;
        }
        pending.remove(grow);
        replies.granted(turn, grow, whole, true);
    }

    /** What a job gets of its request from here; empty where all comes from elsewhere, or stays in the instance. */
    private Optional<Subgraph> here(Turn turn, PendingGrow grow) throws GraphException, JobspecException {
        if (grow.here() == 0) {
            return Optional.empty();
        }
        Optional<Selection> found = splits.find(turn, grow, grow.here());
        if (found.isEmpty()) {
            throw new GraphException("what was free here for the rest of it has been taken meanwhile");
        }
        return grow.job().map(job -> state.resources().subgraphOf(found.get()));
    }

    private void giveBack(Turn turn, Grant grant, Arrival arrival, List<Handle> handles) {
        switch (arrival) {
            case PROVIDER ->
                returning.release(
                        turn,
                        new Decision.ProviderRelease(
                                grant.source().provider().orElseThrow(), grant.requestId(), handles));
            case PARENT -> returning.handBack(turn, grant);
            case LOCAL -> throw new IllegalStateException("what was found here came from nowhere else");
        }
    }

    /** Whether this grant is here, or was. */
    private boolean isKnown(String id, Arrival arrival) {
        return state.origins().isSpent(id)
                || state.origins()
                        .find(id)
                        .filter(it -> it.arrival() == arrival)
                        .isPresent();
    }
}
