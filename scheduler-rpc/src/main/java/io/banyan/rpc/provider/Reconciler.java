package io.banyan.rpc.provider;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Inventory;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares, when a daemon starts and every few minutes after, what a provider has out there with the grows that the instance knows of. What is there for any other is
 * released: a launch whose answer nobody heard, or one of a journal that was lost. So nothing is forgotten running. What is known and ends by itself is drained in time ({@link Expiry}).
 *
 * <p>What is out there is listed first, and what is known is looked up after; a grow becomes known before its provider is called. So
 * nothing of a grow that has just begun is taken for forgotten. Any thread may call.
 */
final class Reconciler implements AutoCloseable {
    /** How often it looks; what is forgotten costs no more than this. */
    static final Duration PERIOD = Duration.ofMinutes(5);

    private static final Duration SOON = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    private final ExternalProvider provider;
    private final ScheduledExecutorService timer;
    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final Expiry expiry;
    private final AtomicBoolean looksSoon = new AtomicBoolean();

    Reconciler(ExternalProvider provider, ScheduledExecutorService timer, Expiry expiry) {
        this.provider = provider;
        this.timer = timer;
        this.expiry = expiry;
    }

    /** From now on it looks; these grows are known from before. */
    void begin(Collection<String> outstanding) {
        known.addAll(outstanding);
        var unused = timer.scheduleWithFixedDelay(this::look, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The provider is about to be asked for this grow. */
    void asked(String requestId) {
        known.add(requestId);
    }

    /** Something came: how long it stays, the next look tells, which must not be long. Many grows at once are looked at once. */
    void brought() {
        if (looksSoon.compareAndSet(false, true)) {
            lookAfter(SOON);
        }
    }

    private void lookAfter(Duration time) {
        try {
            var unused = timer.schedule(this::look, time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("{} is closed, and nothing more is looked at", provider.name());
        }
    }

    /** Nothing is out there for this grow any more, as far as the provider says. */
    void settled(String requestId) {
        known.remove(requestId);
    }

    /** Looks once. Blocks as long as the provider does. */
    void look() {
        looksSoon.set(false);
        try {
            Inventory inventory = provider.inventory().toCompletableFuture().join();
            if (inventory instanceof Inventory.Listed listed) {
                forgotten(listed).forEach(this::release);
                List<Inventory.Holding> expected = listed.holdings().stream()
                        .filter(holding -> known.contains(holding.requestId()))
                        .toList();
                expiry.see(expected).filter(time -> time.compareTo(PERIOD) < 0).ifPresent(this::lookAfter);
            }
        } catch (RuntimeException e) {
            LOG.warn("{} does not tell what it has out there: {}", provider.name(), String.valueOf(e.getMessage()));
        }
    }

    private Set<String> forgotten(Inventory.Listed listed) {
        Set<String> ids = new TreeSet<>();
        for (Inventory.Holding holding : listed.holdings()) {
            if (!known.contains(holding.requestId())) {
                ids.add(holding.requestId());
            }
        }
        return ids;
    }

    private void release(String requestId) {
        LOG.warn(
                "{} has something out there for grow {}, of which nobody knows; it goes back",
                provider.name(),
                requestId);
        CompletableFuture<Void> released =
                provider.release(requestId, List.of()).toCompletableFuture();
        var unused = released.exceptionally(error -> {
            LOG.warn("{} did not take back what it has for {}: {}", provider.name(), requestId, error.getMessage());
            return null;
        });
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
