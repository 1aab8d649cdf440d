package io.banyan.rpc.provider;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Inventory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A provider that must take back all resources that it has brought for an owner without running processes. */
public final class Creditor {
    private static final int AT_ONCE = 8;
    private static final int LONGEST = 300;
    /**
     * Number of steps: the provider is made, the resources of the journal are released, the provider lists its
     * resources, and the rest is released.
     */
    private static final int STEPS = 4;

    private final ProviderSpec spec;
    private final String owner;

    /** The provider of this description, as it knows this owner. */
    public Creditor(ProviderSpec spec, String owner) {
        this.spec = spec;
        this.owner = owner;
    }

    /**
     * The result of the release.
     *
     * @param released how many grows went back, or may have
     * @param problems why it is not certain that all is back, a sentence each
     */
    public record Settled(int released, List<String> problems) {
        /** Copies the list. */
        public Settled {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Returns the resources of these grows, and of those that the provider lists. O(grows). Does not fail.
     *
     * @param grows that the owner's journal names; empty where there is no journal
     * @param patience how long it may take
     */
    public CompletableFuture<Settled> settle(Optional<Set<String>> grows, Duration patience) {
        var settled = new CompletableFuture<Settled>();
        Thread.ofVirtual().start(() -> settled.complete(settleNow(grows, patience.dividedBy(STEPS))));
        Settled hung = new Settled(0, List.of("The provider " + spec.name() + " does not answer."));
        return settled.completeOnTimeout(hung, patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Settled settleNow(Optional<Set<String>> grows, Duration patience) {
        ExecutorService threads = Executors.newFixedThreadPool(
                AT_ONCE, Thread.ofPlatform().daemon(true).factory());
        try (ExternalProvider provider = spec.create(owner)) {
            List<String> problems = new ArrayList<>();
            Set<String> ids = new TreeSet<>(grows.orElse(Set.of()));
            int released = release(provider, ids, threads, patience, problems);
            Set<String> listed = listed(provider, grows.isPresent(), threads, patience, problems);
            listed.removeAll(ids);
            return new Settled(released + release(provider, listed, threads, patience, problems), problems);
        } catch (RuntimeException e) {
            return new Settled(0, List.of(sentence("does not take back the resources that it supplied", e)));
        } finally {
            threads.shutdownNow();
        }
    }

    private Set<String> listed(
            ExternalProvider provider,
            boolean isJournaled,
            ExecutorService threads,
            Duration patience,
            List<String> problems) {
        Set<String> listed = new TreeSet<>();
        try {
            switch (call(threads, provider::inventory, patience).join()) {
                case Inventory.Listed all -> all.holdings().forEach(holding -> listed.add(holding.requestId()));
                case Inventory.Unknown unknown -> {
                    if (!isJournaled) {
                        problems.add("The provider " + spec.name()
                                + " does not list its holdings, and there is no journal that lists them.");
                    }
                }
            }
        } catch (RuntimeException e) {
            problems.add(sentence("does not list its holdings", e));
        }
        return listed;
    }

    private int release(
            ExternalProvider provider,
            Set<String> ids,
            ExecutorService threads,
            Duration patience,
            List<String> problems) {
        Map<String, CompletableFuture<Void>> releases = new LinkedHashMap<>();
        ids.forEach(id -> releases.put(id, call(threads, () -> provider.release(id, List.of()), patience)));
        int released = 0;
        for (Map.Entry<String, CompletableFuture<Void>> release : releases.entrySet()) {
            try {
                release.getValue().join();
                released++;
            } catch (RuntimeException e) {
                problems.add(sentence("has not taken back the resources of grow " + release.getKey(), e));
            }
        }
        return released;
    }

    private static <T> CompletableFuture<T> call(
            ExecutorService threads, Supplier<CompletionStage<T>> call, Duration patience) {
        return CompletableFuture.supplyAsync(call, threads)
                .thenCompose(stage -> stage)
                .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private String sentence(String what, Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        String why = cause instanceof TimeoutException ? "it does not answer" : String.valueOf(cause.getMessage());
        String text = why.strip();
        return "The provider " + spec.name() + " " + what + ": "
                + text.substring(0, Math.min(LONGEST, text.length())).replaceFirst("\\.$", "") + ".";
    }
}
