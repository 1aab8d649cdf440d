package io.banyan.rpc.provider;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.rpc.spending.Spending;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * A provider of which so much may be spent. What a request would cost is asked before it is bought, and put aside while it is; where the provider cannot tell, what came is looked at after, and goes
 * back where it is too much. What is there already stays, however much it costs.
 *
 * <p>Any thread may call that may wait for a disk.
 */
final class BudgetedProvider implements ExternalProvider {
    private final ExternalProvider provider;
    private final Spending spending;
    private final InstantSource clock;
    private volatile boolean isFilled;

    BudgetedProvider(ExternalProvider provider, Spending spending, InstantSource clock) {
        this.provider = provider;
        this.spending = spending;
        this.clock = clock;
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public String describe() {
        return provider.describe() + "; " + spending.words();
    }

    @Override
    public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        String id = request.requestId();
        spending.open(request);
        // What is thrown at once is an end as well.
        return CompletableFuture.completedStage(id)
                .thenCompose(it -> spending.has(it) ? bought(request, Optional.empty()) : estimated(request))
                .whenComplete((result, error) -> spending.over(id));
    }

    private CompletionStage<ProvisionResult> estimated(ProvisionRequest request) {
        return filled().thenCompose(
                        nothing -> provider.estimate(request.jobspec()).exceptionally(error -> new Estimate.Unknown()))
                .thenCompose(estimate -> reserved(request, estimate));
    }

    private CompletionStage<ProvisionResult> reserved(ProvisionRequest request, Estimate estimate) {
        return switch (estimate) {
            case Estimate.Impossible no -> refused(no.reason());
            case Estimate.NotNow no -> refused(no.reason());
            case Estimate.Possible possible -> reserved(request, possible.price());
            case Estimate.Unknown unknown -> reserved(request, Optional.of(Price.FREE));
        };
    }

    private CompletionStage<ProvisionResult> reserved(ProvisionRequest request, Optional<Price> price) {
        Optional<String> tooMuch = spending.reserve(request, price);
        return tooMuch.isPresent() ? refused(tooMuch.get()) : bought(request, price);
    }

    private static CompletionStage<ProvisionResult> refused(String reason) {
        return CompletableFuture.completedStage(new ProvisionResult.Refused(reason));
    }

    private CompletionStage<ProvisionResult> bought(ProvisionRequest request, Optional<Price> expected) {
        return provider.provision(request).thenCompose(result -> switch (result) {
            case ProvisionResult.Provisioned brought -> kept(request.requestId(), brought, expected);
            case ProvisionResult.Refused no -> {
                spending.refused(request.requestId());
                yield CompletableFuture.completedStage(no);
            }
            // What there is of it costs until it is released.
            case ProvisionResult.Failed failed -> CompletableFuture.completedStage(failed);
        });
    }

    private CompletionStage<ProvisionResult> kept(
            String id, ProvisionResult.Provisioned brought, Optional<Price> expected) {
        Optional<String> tooMuch = spending.came(id, prices(brought, expected));
        if (tooMuch.isEmpty()) {
            return CompletableFuture.completedStage(brought);
        }
        return release(id, List.of())
                .handle((nothing, error) -> error == null
                        ? new ProvisionResult.Refused(tooMuch.get())
                        : new ProvisionResult.Failed(
                                tooMuch.get() + ", and it is not taken back: " + error.getMessage()));
    }

    /** The price of each handle; where one stands for no node, what was expected of all is all that is known. */
    private static Map<String, Optional<Price>> prices(ProvisionResult.Provisioned brought, Optional<Price> expected) {
        Map<String, Account.Cost> costs = Brought.byHandle(brought);
        boolean hasNodes = costs.values().stream().anyMatch(cost -> cost.nodes() > 0);
        String first = brought.handles().getFirst().value();
        return costs.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        cost -> !hasNodes && cost.getKey().equals(first) && expected.isPresent()
                                ? expected
                                : cost.getValue().price()));
    }

    /** What is out there already, which the first purchase must know. */
    private CompletionStage<?> filled() {
        return isFilled ? CompletableFuture.completedStage(null) : inventory();
    }

    @Override
    public CompletionStage<Inventory> inventory() {
        Instant asked = clock.instant();
        return provider.inventory().thenApply(inventory -> {
            if (inventory instanceof Inventory.Listed listed) {
                spending.listed(listed.holdings(), asked);
            }
            isFilled = true;
            return inventory;
        });
    }

    @Override
    public CompletionStage<Void> release(String requestId, List<Handle> handles) {
        return provider.release(requestId, handles).thenAccept(nothing -> spending.released(requestId, handles));
    }

    @Override
    public CompletionStage<Estimate> estimate(Jobspec jobspec) {
        long planned = jobspec.attributes().durationSec();
        return provider.estimate(jobspec)
                .thenApply(estimate -> estimate instanceof Estimate.Possible possible
                        ? spending.never(possible.price(), planned)
                                .<Estimate>map(Estimate.Impossible::new)
                                .or(() -> spending.notNow(possible.price(), planned)
                                        .map(Estimate.NotNow::new))
                                .orElse(possible)
                        : estimate);
    }

    @Override
    public void close() {
        provider.close();
    }
}
