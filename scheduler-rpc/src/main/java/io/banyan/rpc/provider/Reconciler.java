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
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares, when a daemon starts and every few minutes after, what a provider has out there with the grows that the instance knows of. What is there for any other is
 * released: a launch whose answer nobody heard, or one of a journal that was lost. So nothing is forgotten running.
 *
 * <p>What is out there is listed first, and what is known is looked up after; a grow becomes known before its provider is called. So
 * nothing of a grow that has just begun is taken for forgotten. Any thread may call.
 */
final class Reconciler implements AutoCloseable {
    /** How often it looks; what is forgotten costs no more than this. */
    static final Duration PERIOD = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    private final ExternalProvider provider;
    private final ScheduledExecutorService timer;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    Reconciler(ExternalProvider provider, ScheduledExecutorService timer) {
        this.provider = provider;
        this.timer = timer;
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

    /** Nothing is out there for this grow any more, as far as the provider says. */
    void settled(String requestId) {
        known.remove(requestId);
    }

    /** Looks once. Blocks as long as the provider does. */
    void look() {
        try {
            Inventory inventory = provider.inventory().toCompletableFuture().join();
            if (inventory instanceof Inventory.Listed listed) {
                forgotten(listed).forEach(this::release);
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
