package io.banyan.rpc.provider;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A provider within limits. What a request would bring is asked before it is bought, and put on the account while it is; where the provider cannot tell, what came is looked at after, and goes
 * back where it is too much. Before the first purchase the account is filled with what an earlier process has left out there.
 *
 * <p>Any thread may call.
 */
final class LimitedProvider implements ExternalProvider {
    private final ExternalProvider provider;
    private final Account account;
    private boolean isFilled;

    LimitedProvider(ExternalProvider provider, Limits limits) {
        this.provider = provider;
        this.account = new Account(limits);
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public String describe() {
        return provider.describe() + "; " + account.limits();
    }

    @Override
    public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        if (account.has(request.requestId())) {
            return provider.provision(request);
        }
        return filled().thenCompose(
                        nothing -> provider.estimate(request.jobspec()).exceptionally(error -> new Estimate.Unknown()))
                .thenCompose(estimate -> switch (estimate) {
                    case Estimate.Impossible no ->
                        CompletableFuture.completedStage(new ProvisionResult.Refused(no.reason()));
                    case Estimate.NotNow no ->
                        CompletableFuture.completedStage(new ProvisionResult.Refused(no.reason()));
                    case Estimate.Possible possible -> bought(request, cost(possible));
                    case Estimate.Unknown unknown -> bought(request, Account.Cost.NOTHING);
                });
    }

    private static Account.Cost cost(Estimate.Possible possible) {
        return new Account.Cost(possible.nodes(), possible.price());
    }

    private CompletionStage<ProvisionResult> bought(ProvisionRequest request, Account.Cost expected) {
        String id = request.requestId();
        Optional<String> tooMuch = account.reserve(id, request.asker().user(), expected);
        if (tooMuch.isPresent()) {
            return CompletableFuture.completedStage(new ProvisionResult.Refused(tooMuch.get()));
        }
        return provider.provision(request).thenCompose(result -> switch (result) {
            case ProvisionResult.Provisioned brought -> kept(request, brought);
            case ProvisionResult.Refused no -> {
                account.forget(id);
                yield CompletableFuture.completedStage(no);
            }
            // What there is of it is on the account until it is released.
            case ProvisionResult.Failed failed -> CompletableFuture.completedStage(failed);
        });
    }

    private CompletionStage<ProvisionResult> kept(ProvisionRequest request, ProvisionResult.Provisioned brought) {
        Brought.byHandle(brought).forEach((handle, cost) -> account.add(request.requestId(), handle, cost));
        Optional<String> tooMuch = account.settle(request.requestId());
        if (tooMuch.isEmpty()) {
            return CompletableFuture.completedStage(brought);
        }
        return release(request.requestId(), List.of())
                .handle((nothing, error) -> error == null
                        ? new ProvisionResult.Refused(tooMuch.get())
                        : new ProvisionResult.Failed(
                                tooMuch.get() + ", and it is not taken back: " + error.getMessage()));
    }

    /** What is out there already, which is asked for once. */
    private synchronized CompletionStage<Void> filled() {
        if (isFilled) {
            return CompletableFuture.completedStage(null);
        }
        return provider.inventory().thenAccept(this::fill);
    }

    private synchronized void fill(Inventory inventory) {
        if (inventory instanceof Inventory.Listed listed && !isFilled) {
            listed.holdings().forEach(account::found);
        }
        isFilled = true;
    }

    @Override
    public CompletionStage<Void> release(String requestId, List<Handle> handles) {
        return provider.release(requestId, handles)
                .thenAccept(nothing -> account.release(
                        requestId, handles.stream().map(Handle::value).toList()));
    }

    @Override
    public CompletionStage<Estimate> estimate(Jobspec jobspec) {
        return provider.estimate(jobspec)
                .thenApply(estimate -> estimate instanceof Estimate.Possible possible
                        ? account.never(cost(possible))
                                .<Estimate>map(Estimate.Impossible::new)
                                .orElse(possible)
                        : estimate);
    }

    @Override
    public CompletionStage<Inventory> inventory() {
        return provider.inventory();
    }

    @Override
    public void close() {
        provider.close();
    }
}
