package io.banyan.rpc.provider;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The account of the resources at a provider: their users, their prices and their limits. Any thread may call. */
final class Account implements Bound {
    /** Nodes, and their total price for an hour; empty if unknown. */
    record Cost(long nodes, Optional<Price> price) {
        static final Cost NOTHING = new Cost(0, Optional.of(Price.FREE));

        Cost plus(Cost other) {
            return new Cost(nodes + other.nodes, price.flatMap(sum -> other.price.map(sum::plus)));
        }
    }

    /** The entry of one request: its expected cost until the real cost is known. */
    private static final class Entry {
        private final String user;
        private Cost expected;
        private final Map<String, Cost> byHandle = new HashMap<>();

        Entry(String user, Cost expected) {
            this.user = user;
            this.expected = expected;
        }

        Cost cost() {
            return byHandle.values().stream().reduce(expected, Cost::plus);
        }
    }

    /** Resources that went back; without handles all of a request. */
    private record Gone(String requestId, List<Handle> handles) {
        boolean has(Inventory.Holding holding) {
            return requestId.equals(holding.requestId())
                    && (handles.isEmpty()
                            || handles.stream().anyMatch(it -> it.value().equals(holding.handle())));
        }
    }

    private final ProviderLimits limits;
    private final Map<String, Entry> byRequest = new HashMap<>();
    /**
     * Returns that came before the first list of the provider was read. A list that was begun before such a return
     * still has the resources, and they would stay in the account.
     */
    private final List<Gone> goneBefore = new ArrayList<>();

    private boolean isFilled;

    Account(ProviderLimits limits) {
        this.limits = limits;
    }

    private static Cost cost(Estimate.Possible possible) {
        return new Cost(possible.nodes(), possible.price());
    }

    @Override
    public String words() {
        return "the instance may have " + words(limits.all()) + ", each user " + words(limits.ofUser());
    }

    private static String words(ProviderLimits.Most most) {
        String nodes = most.nodes().isPresent() ? most.nodes().getAsLong() + " nodes" : "";
        String price = most.price().map(Price::toString).orElse("");
        return most.isNone() ? "any amount" : nodes + (nodes.isEmpty() || price.isEmpty() ? "" : ", ") + price;
    }

    @Override
    public synchronized boolean has(String requestId) {
        return byRequest.containsKey(requestId);
    }

    @Override
    public void open(ProvisionRequest request) {
        // The reserved amount already records the user.
    }

    @Override
    public void over(String requestId) {
        // The reserved amount stays until the result is known.
    }

    @Override
    public synchronized Optional<String> reserve(ProvisionRequest request, Optional<Estimate.Possible> expected) {
        var entry =
                new Entry(request.asker().user(), expected.map(Account::cost).orElse(Cost.NOTHING));
        byRequest.put(request.requestId(), entry);
        Optional<String> tooMuch = exceeded(entry);
        if (tooMuch.isPresent()) {
            byRequest.remove(request.requestId());
        }
        return tooMuch;
    }

    @Override
    public synchronized Optional<String> came(
            String requestId, ProvisionResult.Provisioned brought, Optional<Estimate.Possible> expected) {
        Entry entry = byRequest.computeIfAbsent(requestId, id -> new Entry("", Cost.NOTHING));
        entry.expected = Cost.NOTHING;
        entry.byHandle.putAll(Brought.byHandle(brought, expected));
        return exceeded(entry);
    }

    /** Enters the resources that existed when this process began. This process knows later ones itself. */
    @Override
    public void listed(List<Inventory.Holding> holdings, Instant asked) {
        known(holdings);
    }

    @Override
    public synchronized void known(List<Inventory.Holding> holdings) {
        if (!isFilled) {
            holdings.stream()
                    .filter(holding -> goneBefore.stream().noneMatch(gone -> gone.has(holding)))
                    .forEach(this::found);
            goneBefore.clear();
            isFilled = true;
        }
    }

    private void found(Inventory.Holding holding) {
        byRequest
                .computeIfAbsent(holding.requestId(), id -> new Entry(holding.user(), Cost.NOTHING))
                .byHandle
                .put(holding.handle(), new Cost(1, holding.price()));
    }

    @Override
    public synchronized void refused(String requestId) {
        byRequest.remove(requestId);
    }

    @Override
    public synchronized void released(String requestId, List<Handle> handles) {
        if (!isFilled) {
            goneBefore.add(new Gone(requestId, List.copyOf(handles)));
        }
        Entry entry = byRequest.get(requestId);
        if (entry != null) {
            handles.forEach(handle -> entry.byHandle.remove(handle.value()));
            if (handles.isEmpty() || entry.byHandle.isEmpty()) {
                byRequest.remove(requestId);
            }
        }
    }

    @Override
    public synchronized Optional<String> notNow(Jobspec jobspec, Estimate.Possible possible) {
        return exceeded(limits.all(), sum(Optional.empty()).plus(cost(possible)), "this provider may supply");
    }

    @Override
    public Optional<String> never(Jobspec jobspec, Estimate.Possible possible) {
        Cost cost = cost(possible);
        Optional<String> all = exceeded(limits.all(), cost, "this provider may supply");
        return all.isPresent() ? all : exceeded(limits.ofUser(), cost, "a user may have from this provider");
    }

    private Optional<String> exceeded(Entry entry) {
        Optional<String> all = exceeded(limits.all(), sum(Optional.empty()), "this provider may supply");
        return all.isPresent()
                ? all
                : exceeded(
                        limits.ofUser(),
                        sum(Optional.of(entry.user)),
                        (entry.user.isEmpty() ? "a user without a name" : entry.user) + " may have from this provider");
    }

    private Cost sum(Optional<String> user) {
        return byRequest.values().stream()
                .filter(entry -> user.isEmpty() || entry.user.equals(user.get()))
                .map(Entry::cost)
                .reduce(Cost.NOTHING, Cost::plus);
    }

    private static Optional<String> exceeded(ProviderLimits.Most most, Cost would, String whose) {
        OptionalLong nodes = most.nodes();
        if (nodes.isPresent() && would.nodes() > nodes.getAsLong()) {
            return Optional.of(whose + " " + nodes.getAsLong() + " nodes, but the total with this request would be "
                    + would.nodes());
        }
        if (most.price().isEmpty()) {
            return Optional.empty();
        }
        if (would.price().isEmpty()) {
            return Optional.of(whose + " " + most.price().get() + ", but the price of this request is unknown");
        }
        return would.price().get().compareTo(most.price().get()) > 0
                ? Optional.of(whose + " " + most.price().get() + ", but the total with this request would be "
                        + would.price().get())
                : Optional.empty();
    }
}
