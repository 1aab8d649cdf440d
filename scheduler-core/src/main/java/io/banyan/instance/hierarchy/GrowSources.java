package io.banyan.instance.hierarchy;

import io.banyan.graph.GraphException;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Passes a grow on to the parent and to the providers, and handles their answers; {@link Grows} has the table of cases.
 */
public final class GrowSources {
    private final InstanceState state;
    private final PendingGrows pending;
    private final GrowReplies replies;
    private final ResourceReturn resourceReturn;
    private final Bounds bounds;
    private final GrantArrivals arrivals;

    GrowSources(
            InstanceState state,
            PendingGrows pending,
            GrowReplies replies,
            ResourceReturn resourceReturn,
            Splits splits) {
        this.state = state;
        this.pending = pending;
        this.replies = replies;
        this.resourceReturn = resourceReturn;
        this.bounds = new Bounds(state);
        this.arrivals = new GrantArrivals(state, resourceReturn, splits, bounds);
    }

    /** Returns the sources that this instance asks, in order. */
    List<PendingGrow.Source> inOrder() {
        InstanceConfig config = state.config();
        List<PendingGrow.Source> providers = config.grow().providers().stream()
                .<PendingGrow.Source>map(PendingGrow.Provider::new)
                .toList();
        List<PendingGrow.Source> parent =
                config.parentJob().isPresent() ? List.of(new PendingGrow.Parent()) : List.of();
        return switch (config.grow().order()) {
            case PARENT_FIRST -> joined(parent, providers);
            case PROVIDER_FIRST -> joined(providers, parent);
            case PROVIDER_ONLY -> providers;
            case LOCAL_ONLY -> List.of();
        };
    }

    private static List<PendingGrow.Source> joined(List<PendingGrow.Source> first, List<PendingGrow.Source> then) {
        List<PendingGrow.Source> all = new ArrayList<>(first);
        all.addAll(then);
        return all;
    }

    /** Passes the grow on to the next source, or refuses it if no source is left. */
    void askNext(Transition transition, PendingGrow grow) {
        if (grow.isAsking(new PendingGrow.Parent()) && grow.hops() == 0) {
            grow.reasons()
                    .add(LevelReasons.because(
                            state.path(), LevelReasons.PARENT, "the request has reached its limit of levels"));
            grow.sources().remove();
        }
        skipWhatIsTooMuch(grow);
        PendingGrow.Source source = grow.sources().peek();
        if (source == null) {
            pending.remove(grow);
            replies.refuse(transition, grow);
            return;
        }
        switch (source) {
            case PendingGrow.Parent it -> askParent(transition, grow);
            case PendingGrow.Provider(String name) -> askProvider(transition, grow, name);
        }
    }

    /** Skips sources whose resources the instance could not take. */
    private void skipWhatIsTooMuch(PendingGrow grow) {
        for (PendingGrow.Source source = grow.sources().peek();
                source != null;
                source = grow.sources().peek()) {
            Optional<String> tooMuch = bounds.forbids(grow.elsewhere(), source instanceof PendingGrow.Provider);
            if (tooMuch.isEmpty()) {
                return;
            }
            grow.reasons().add(LevelReasons.because(state.path(), source.label(), tooMuch.get()));
            grow.sources().remove();
        }
    }

    /** The call is a decision, so that its resources are not forgotten with the process that made it. */
    private void askProvider(Transition transition, PendingGrow grow, String provider) {
        String id = grow.requestId();
        Optional<String> open = openMatter(id, provider);
        if (open.isPresent()) {
            providerRefused(transition, grow, provider, open.get());
            return;
        }
        transition.decide(new GrowDecision.ProvisionAsked(provider, id));
        long left = Math.max(1, grow.deadlineMillis() - transition.nowMillis());
        int most = state.config().limits().maxGrantVertices();
        transition.add(
                new Effect.CallProvider(provider, new ProvisionRequest(id, grow.elsewhere(), left, most, asker(grow))));
    }

    /** Returns the owner and the job that get the resources, so that a provider can account for them. */
    private ProvisionRequest.Asker asker(PendingGrow grow) {
        return grow.job()
                .flatMap(state.jobs()::active)
                .map(job -> new ProvisionRequest.Asker(job.owner(), job.id().toString()))
                .orElse(ProvisionRequest.Asker.NOBODY);
    }

    /**
     * The reason why a provider is not asked for this request: an earlier call for the request to this or another
     * provider is still open. A second call would have the same id, so that the two could not be distinguished.
     */
    private Optional<String> openMatter(String id, String provider) {
        Optional<String> releasing = state.returns().releasing(id);
        if (releasing.isPresent()) {
            return Optional.of("the resources that " + itOr(releasing.get(), provider)
                    + " supplied earlier for this request are still being released");
        }
        String asked = state.provisions().get(id);
        if (asked != null) {
            // Its answer could be to another jobspec than the one that is asked for now.
            return Optional.of(itOr(asked, provider) + " has not yet answered an earlier call for this request");
        }
        return engaged(id)
                .filter(other -> !other.equals(provider))
                .map(other -> other + " has not taken back the resources that it supplied earlier for this request");
    }

    /**
     * The provider with an open call for this request: it is asked now, or must take back resources of the request,
     * even if it failed to do so before.
     */
    private Optional<String> engaged(String id) {
        return Optional.ofNullable(state.provisions().get(id))
                .or(() -> state.returns().releasing(id))
                .or(() -> state.returns().open().own(id).map(ReturnDecision.ProviderRelease::provider));
    }

    private static String itOr(String name, String provider) {
        return name.equals(provider) ? "it" : name;
    }

    /**
     * Handles a new process: the provider's answers to calls of the last one are lost, so that all resources that may
     * have come are returned.
     */
    public void restarted(Transition transition) {
        for (Map.Entry<String, String> asked : List.copyOf(state.provisions().entrySet())) {
            transition.warn(asked.getValue() + " was processing request " + asked.getKey()
                    + " when the previous process ended; any resources that it supplied are returned");
            resourceReturn.release(
                    transition, new ReturnDecision.ProviderRelease(asked.getValue(), asked.getKey(), List.of()));
        }
    }

    /** The deadline travels upward shortened, so that an answer still has the time to come down. */
    private static void askParent(Transition transition, PendingGrow grow) {
        long longestMargin = 250;
        long left = grow.deadlineMillis() - transition.nowMillis();
        long passedOn = Math.max(1, left - Math.min(left / 10, longestMargin));
        transition.add(
                new Effect.ToParent(new UpMessage.Grow(grow.requestId(), grow.elsewhere(), grow.hops() - 1, passedOn)));
    }

    /**
     * Ends the wait for a grow: the parent need not continue its search. Resources from a provider are returned when
     * they arrive.
     */
    void giveUp(Transition transition, PendingGrow grow) {
        if (grow.isAsking(new PendingGrow.Parent())) {
            transition.add(new Effect.ToParent(new UpMessage.GiveUp(grow.requestId())));
        }
    }

    /** Handles a new session to the parent: requests that may not have arrived are sent again. */
    void parentRegistered(Transition transition) {
        for (PendingGrow grow : pending.all()) {
            if (grow.isAsking(new PendingGrow.Parent())) {
                askParent(transition, grow);
            }
        }
    }

    /** The parent has granted something. */
    public void parentGranted(Transition transition, DownMessage.Granted granted) {
        Grant grant = granted.grant();
        String id = grant.requestId();
        if (granted.offered().isPresent()) {
            arrivals.offered(transition, grant, granted.offered().get());
            return;
        }
        PendingGrow grow = pending.asking(new PendingGrow.Parent(), id);
        if (grow != null && grow.isAnsweredBy(granted.asked())) {
            arrived(transition, grow, grant, GrowRoute.PARENT, List.of());
        } else if (!arrivals.isKnown(id, GrowRoute.PARENT)) {
            transition.warn("no request waits for grant " + id + "; it is returned");
            resourceReturn.handBack(transition, grant);
        }
    }

    /** Handles the refusal of the parent, which includes the refusals of all sources that it asked. */
    public void parentRefused(Transition transition, DownMessage.GrowRefused refused) {
        PendingGrow grow = pending.asking(new PendingGrow.Parent(), refused.requestId());
        if (grow != null && grow.isAnsweredBy(refused.asked())) {
            grow.reasons().addAll(refused.reasons());
            grow.sources().remove();
            askNext(transition, grow);
        }
    }

    /** A provider has answered. */
    public void providerAnswered(Transition transition, String provider, String id, ProvisionResult result) {
        if (!provider.equals(state.provisions().get(id))) {
            answeredAgain(transition, provider, id, result);
            return;
        }
        PendingGrow grow = pending.asking(new PendingGrow.Provider(provider), id);
        switch (result) {
            case ProvisionResult.Provisioned brought -> {
                if (grow != null) {
                    provisioned(transition, grow, provider, brought);
                } else {
                    tooLate(transition, provider, id, brought);
                }
            }
            case ProvisionResult.Refused no -> {
                transition.decide(new GrowDecision.ProvisionRefused(id));
                if (grow != null) {
                    providerRefused(transition, grow, provider, no.reason());
                }
            }
            case ProvisionResult.Failed failed -> {
                resourceReturn.release(transition, new ReturnDecision.ProviderRelease(provider, id, List.of()));
                if (grow != null) {
                    providerRefused(transition, grow, provider, failed.reason());
                }
            }
        }
    }

    private void tooLate(Transition transition, String provider, String id, ProvisionResult.Provisioned brought) {
        transition.warn(
                "no request waits for the resources that " + provider + " supplied for " + id + "; it is returned");
        resourceReturn.release(transition, new ReturnDecision.ProviderRelease(provider, id, brought.handles()));
    }

    /** An answer that is not waited for: the provider has answered this before, or was never asked. */
    private void answeredAgain(Transition transition, String provider, String id, ProvisionResult result) {
        if (!(result instanceof ProvisionResult.Provisioned brought) || arrivals.isKnown(id, GrowRoute.PROVIDER)) {
            return;
        }
        Optional<String> engaged = engaged(id);
        if (engaged.isPresent() && !engaged.get().equals(provider)) {
            transition.warn(provider + " supplied resources for " + id + ", which " + engaged.get()
                    + " is now processing; release them directly at the provider");
        } else {
            tooLate(transition, provider, id, brought);
        }
    }

    private void providerRefused(Transition transition, PendingGrow grow, String provider, String reason) {
        grow.reasons().add(LevelReasons.because(state.path(), provider, reason));
        grow.sources().remove();
        askNext(transition, grow);
    }

    private void provisioned(
            Transition transition, PendingGrow grow, String provider, ProvisionResult.Provisioned brought) {
        try {
            Graft graft = Graft.below(state.resources().graph(), provider, state.depth(), brought);
            var source = new GrantSource(state.path(), Optional.of(provider));
            arrived(
                    transition,
                    grow,
                    new Grant(grow.requestId(), graft.subgraph(), source),
                    GrowRoute.PROVIDER,
                    graft.handles());
        } catch (GraphException | IllegalArgumentException e) {
            resourceReturn.release(
                    transition, new ReturnDecision.ProviderRelease(provider, grow.requestId(), brought.handles()));
            providerRefused(
                    transition, grow, provider, "the resources that it supplied cannot be used: " + e.getMessage());
        }
    }

    private void arrived(
            Transition transition, PendingGrow grow, Grant grant, GrowRoute arrival, List<Handle> handles) {
        Optional<Grant> whole = arrivals.take(transition, grow, grant, arrival, handles);
        if (whole.isPresent()) {
            pending.remove(grow);
            replies.granted(transition, grow, whole.get(), true);
        } else {
            grow.sources().remove();
            askNext(transition, grow);
        }
    }
}
