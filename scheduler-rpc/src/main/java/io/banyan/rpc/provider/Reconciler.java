package io.banyan.rpc.provider;

import io.banyan.instance.Event;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Inventory;
import io.banyan.rpc.agent.Inbox;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a provider, when a daemon starts and again and again after, what it has out there, and tells the instance. It compares that with what it knows: so nothing
 * is forgotten running, and nothing that is gone is given to jobs. Any thread may call.
 */
final class Reconciler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    private final ExternalProvider provider;
    private final Inbox inbox;
    private final ScheduledExecutorService timer;

    Reconciler(ExternalProvider provider, Inbox inbox, ScheduledExecutorService timer) {
        this.provider = provider;
        this.inbox = inbox;
        this.timer = timer;
    }

    /** From now on it looks this often. */
    void begin(Duration period) {
        var unused = timer.scheduleWithFixedDelay(this::look, 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Looks once. Blocks as long as the provider does. */
    void look() {
        try {
            tell(new Event.ProviderAskedToList(provider.name()));
            Inventory inventory = provider.inventory().toCompletableFuture().join();
            if (inventory instanceof Inventory.Listed listed) {
                tell(new Event.ProviderListed(provider.name(), listed.holdings()));
            }
        } catch (RuntimeException e) {
            LOG.warn("{} does not tell what it has out there: {}", provider.name(), String.valueOf(e.getMessage()));
        }
    }

    private void tell(Event event) {
        if (!inbox.tell(event)) {
            LOG.warn("What {} has out there could not be told", provider.name());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
