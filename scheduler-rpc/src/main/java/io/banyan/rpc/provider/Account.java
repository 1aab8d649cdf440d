package io.banyan.rpc.provider;

import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What is out there, for whom and at which price, against what may be. Any thread. */
final class Account {
    /**
     * Nodes, and what they cost together for an hour; empty where that is not known.
     */
    record Cost(long nodes, Optional<Price> price) {
        static final Cost NOTHING = new Cost(0, Optional.of(Price.FREE));

        Cost plus(Cost other) {
            return new Cost(nodes + other.nodes, price.flatMap(sum -> other.price.map(sum::plus)));
        }
    }

    /** What one request has: what is expected to come, until it is known what came. */
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

    private final Limits limits;
    private final Map<String, Entry> byRequest = new HashMap<>();

    Account(Limits limits) {
        this.limits = limits;
    }

    /** For people. */
    String limits() {
        return "the instance may have " + words(limits.all()) + ", each user " + words(limits.ofUser());
    }

    private static String words(Limits.Most most) {
        String nodes = most.nodes().isPresent() ? most.nodes().getAsLong() + " nodes" : "";
        String price = most.price().map(Price::toString).orElse("");
        return most.isNone() ? "any amount" : nodes + (nodes.isEmpty() || price.isEmpty() ? "" : ", ") + price;
    }

    synchronized boolean has(String requestId) {
        return byRequest.containsKey(requestId);
    }

    /** Puts what is expected on the account; or says why it would be too much, and does not. */
    synchronized Optional<String> reserve(String requestId, String user, Cost expected) {
        var entry = new Entry(user, expected);
        byRequest.put(requestId, entry);
        Optional<String> tooMuch = exceeded(entry);
        if (tooMuch.isPresent()) {
            byRequest.remove(requestId);
        }
        return tooMuch;
    }

    /** Something came of a request. */
    synchronized void add(String requestId, String handle, Cost cost) {
        Entry entry = byRequest.computeIfAbsent(requestId, id -> new Entry("", Cost.NOTHING));
        entry.byHandle.put(handle, cost);
    }

    /** All that came is on the account; why it is too much after all, where it is. */
    synchronized Optional<String> settle(String requestId) {
        Entry entry = byRequest.get(requestId);
        if (entry == null) {
            return Optional.empty();
        }
        entry.expected = Cost.NOTHING;
        return exceeded(entry);
    }

    /** Something was there when this process began. */
    synchronized void found(Inventory.Holding holding) {
        byRequest
                .computeIfAbsent(holding.requestId(), id -> new Entry(holding.user(), Cost.NOTHING))
                .byHandle
                .put(holding.handle(), new Cost(1, holding.price()));
    }

    synchronized void forget(String requestId) {
        byRequest.remove(requestId);
    }

    /** These went back; all of the request where there is none. */
    synchronized void release(String requestId, Collection<String> handles) {
        Entry entry = byRequest.get(requestId);
        if (entry != null) {
            handles.forEach(entry.byHandle::remove);
            if (handles.isEmpty() || entry.byHandle.isEmpty()) {
                byRequest.remove(requestId);
            }
        }
    }

    /** Why this much can never be had, even by who has nothing yet. */
    Optional<String> never(Cost cost) {
        Optional<String> all = exceeded(limits.all(), cost, "this provider may bring");
        return all.isPresent() ? all : exceeded(limits.ofUser(), cost, "a user may have of this provider");
    }

    private Optional<String> exceeded(Entry entry) {
        Optional<String> all = exceeded(limits.all(), sum(Optional.empty()), "this provider may bring");
        return all.isPresent()
                ? all
                : exceeded(
                        limits.ofUser(),
                        sum(Optional.of(entry.user)),
                        (entry.user.isEmpty() ? "who has no name" : entry.user) + " may have of this provider");
    }

    private Cost sum(Optional<String> user) {
        return byRequest.values().stream()
                .filter(entry -> user.isEmpty() || entry.user.equals(user.get()))
                .map(Entry::cost)
                .reduce(Cost.NOTHING, Cost::plus);
    }

    private static Optional<String> exceeded(Limits.Most most, Cost would, String whose) {
        OptionalLong nodes = most.nodes();
        if (nodes.isPresent() && would.nodes() > nodes.getAsLong()) {
            return Optional.of(whose + " " + nodes.getAsLong() + " nodes, and it would be " + would.nodes());
        }
        if (most.price().isEmpty()) {
            return Optional.empty();
        }
        if (would.price().isEmpty()) {
            return Optional.of(whose + " " + most.price().get() + ", and what this costs is not known");
        }
        return would.price().get().compareTo(most.price().get()) > 0
                ? Optional.of(whose + " " + most.price().get() + ", and it would be "
                        + would.price().get())
                : Optional.empty();
    }
}
