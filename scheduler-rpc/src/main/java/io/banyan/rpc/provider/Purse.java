package io.banyan.rpc.provider;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.rpc.spending.Spending;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The spending limit of a provider as a bound. */
record Purse(Spending spending) implements Bound {
    @Override
    public String words() {
        return spending.words();
    }

    @Override
    public boolean has(String requestId) {
        return spending.has(requestId);
    }

    @Override
    public void open(ProvisionRequest request) {
        spending.open(request);
    }

    @Override
    public void over(String requestId) {
        spending.over(requestId);
    }

    @Override
    public Optional<String> reserve(ProvisionRequest request, Optional<Estimate.Possible> expected) {
        return spending.reserve(request, expected.isPresent() ? expected.get().price() : Optional.of(Price.FREE));
    }

    @Override
    public Optional<String> came(
            String requestId, ProvisionResult.Provisioned brought, Optional<Estimate.Possible> expected) {
        Map<String, Optional<Price>> prices = new LinkedHashMap<>();
        Brought.byHandle(brought, expected).forEach((handle, cost) -> prices.put(handle, cost.price()));
        return spending.came(requestId, prices);
    }

    @Override
    public void refused(String requestId) {
        spending.refused(requestId);
    }

    @Override
    public void released(String requestId, List<Handle> handles) {
        spending.released(requestId, handles);
    }

    @Override
    public void listed(List<Inventory.Holding> holdings, Instant asked) {
        spending.listed(holdings, asked);
    }

    @Override
    public void known(List<Inventory.Holding> holdings) {
        // The ledger has it.
    }

    @Override
    public Optional<String> never(Jobspec jobspec, Estimate.Possible possible) {
        return spending.never(possible.price(), jobspec.attributes().durationSec());
    }

    @Override
    public Optional<String> notNow(Jobspec jobspec, Estimate.Possible possible) {
        return spending.notNow(possible.price(), jobspec.attributes().durationSec());
    }
}
