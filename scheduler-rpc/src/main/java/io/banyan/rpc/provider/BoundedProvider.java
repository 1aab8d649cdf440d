package io.banyan.rpc.provider;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A provider within bounds. Before a purchase, the provider estimates the request once, and each bound reserves this
 * amount during the purchase. Without an estimate, the result is checked afterwards and returned if it is too much.
 * Existing resources stay. Before the first purchase, the bounds receive the resources that an earlier process has left
 * at the provider.
 *
 * <p>Any thread may call that may wait for a disk.
 */
final class BoundedProvider implements ExternalProvider {
    private final ExternalProvider provider;
    private final List<Bound> bounds;
    private final InstantSource clock;
    private volatile List<Inventory.Holding> known = List.of();
    private volatile boolean isFilled;

    /** The bounds are asked in this order. */
    BoundedProvider(ExternalProvider provider, List<Bound> bounds, InstantSource clock) {
        this.provider = provider;
        this.bounds = List.copyOf(bounds);
        this.clock = clock;
    }

    /** Receives the resources that the instance has of the provider when this process begins. Before the first call. */
    void know(List<Inventory.Holding> holdings) {
        known = List.copyOf(holdings);
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public String describe() {
        return provider.describe()
                + bounds.stream().map(bound -> "; " + bound.words()).collect(Collectors.joining());
    }

    @Override
    public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        String id = request.requestId();
        bounds.forEach(bound -> bound.open(request));
        // An exception of the call itself is an end as well.
        return CompletableFuture.completedStage(id)
                .thenCompose(it -> bounds.stream().allMatch(bound -> bound.has(it))
                        ? bought(request, Optional.empty())
                        : filled().thenCompose(nothing -> told(request.jobspec()))
                                .thenCompose(estimate -> reserved(request, estimate)))
                .whenComplete((result, error) -> bounds.forEach(bound -> bound.over(id)));
    }

    /** The estimate of the provider; unknown if the provider fails. */
    private CompletionStage<Estimate> told(Jobspec jobspec) {
        return CompletableFuture.completedStage(jobspec)
                .thenCompose(provider::estimate)
                .exceptionally(error -> new Estimate.Unknown());
    }

    private CompletionStage<ProvisionResult> reserved(ProvisionRequest request, Estimate estimate) {
        return switch (estimate) {
            case Estimate.Impossible no -> refused(no.reason());
            case Estimate.NotNow no -> refused(no.reason());
            case Estimate.Possible possible -> reserved(request, Optional.of(possible));
            case Estimate.Unknown unknown -> reserved(request, Optional.<Estimate.Possible>empty());
        };
    }

    /** At every bound, or at none. */
    private CompletionStage<ProvisionResult> reserved(ProvisionRequest request, Optional<Estimate.Possible> expected) {
        String id = request.requestId();
        List<Bound> reserved = new ArrayList<>();
        for (Bound bound : bounds) {
            if (!bound.has(id)) {
                Optional<String> tooMuch = bound.reserve(request, expected);
                if (tooMuch.isPresent()) {
                    reserved.forEach(it -> it.refused(id));
                    return refused(tooMuch.get());
                }
                reserved.add(bound);
            }
        }
        return bought(request, expected);
    }

    private static CompletionStage<ProvisionResult> refused(String reason) {
        return CompletableFuture.completedStage(new ProvisionResult.Refused(reason));
    }

    private CompletionStage<ProvisionResult> bought(ProvisionRequest request, Optional<Estimate.Possible> expected) {
        String id = request.requestId();
        return provider.provision(request).thenCompose(result -> switch (result) {
            case ProvisionResult.Provisioned brought -> kept(id, brought, expected);
            case ProvisionResult.Refused no -> {
                bounds.forEach(bound -> bound.refused(id));
                yield CompletableFuture.completedStage(no);
            }
            // Its possible resources count until they are released.
            case ProvisionResult.Failed failed -> CompletableFuture.completedStage(failed);
        });
    }

    private CompletionStage<ProvisionResult> kept(
            String id, ProvisionResult.Provisioned brought, Optional<Estimate.Possible> expected) {
        Optional<String> tooMuch = Optional.empty();
        for (Bound bound : bounds) {
            Optional<String> here = bound.came(id, brought, expected);
            tooMuch = tooMuch.or(() -> here);
        }
        if (tooMuch.isEmpty()) {
            return CompletableFuture.completedStage(brought);
        }
        String why = tooMuch.get();
        return release(id, List.of())
                .handle((nothing, error) -> error == null
                        ? new ProvisionResult.Refused(why)
                        : new ProvisionResult.Failed(
                                why + ", and the provider did not take the resources back: " + error.getMessage()));
    }

    /** Fills the bounds with the existing resources, which the first purchase must know. */
    private CompletionStage<?> filled() {
        return isFilled ? CompletableFuture.completedStage("") : inventory();
    }

    @Override
    public CompletionStage<Inventory> inventory() {
        Instant asked = clock.instant();
        return provider.inventory().thenApply(inventory -> {
            switch (inventory) {
                case Inventory.Listed listed -> bounds.forEach(bound -> bound.listed(listed.holdings(), asked));
                case Inventory.Unknown unknown -> bounds.forEach(bound -> bound.known(known));
            }
            isFilled = true;
            return inventory;
        });
    }

    @Override
    public CompletionStage<Void> release(String requestId, List<Handle> handles) {
        return provider.release(requestId, handles)
                .thenAccept(nothing -> bounds.forEach(bound -> bound.released(requestId, handles)));
    }

    @Override
    public CompletionStage<Estimate> estimate(Jobspec jobspec) {
        return provider.estimate(jobspec)
                .thenApply(estimate ->
                        estimate instanceof Estimate.Possible possible ? within(jobspec, possible) : estimate);
    }

    private Estimate within(Jobspec jobspec, Estimate.Possible possible) {
        return first(bound -> bound.never(jobspec, possible))
                .<Estimate>map(Estimate.Impossible::new)
                .or(() -> first(bound -> bound.notNow(jobspec, possible)).map(Estimate.NotNow::new))
                .orElse(possible);
    }

    private Optional<String> first(Function<Bound, Optional<String>> reason) {
        return bounds.stream().map(reason).flatMap(Optional::stream).findFirst();
    }

    @Override
    public void close() {
        provider.close();
    }
}
