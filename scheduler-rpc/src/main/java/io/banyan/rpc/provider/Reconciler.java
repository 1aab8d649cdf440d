package io.banyan.rpc.provider;

import io.banyan.instance.message.Event;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Inventory;
import io.banyan.rpc.agent.Inbox;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a provider for its inventory, when a daemon starts and periodically afterwards, and sends it to the instance.
 * The instance compares it with its own data: so no running resource is forgotten, and no lost one is given to jobs.
 * Any thread may call.
 */
final class Reconciler implements AutoCloseable {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    private final ExternalProvider provider;
    private final Inbox inbox;
    private final ScheduledExecutorService timer;
    private final InstantSource clock;
    private final AtomicBoolean looksSoon = new AtomicBoolean();
    private volatile Duration longest = Duration.ofMinutes(1);

    Reconciler(ExternalProvider provider, Inbox inbox, ScheduledExecutorService timer, InstantSource clock) {
        this.provider = provider;
        this.inbox = inbox;
        this.timer = timer;
        this.clock = clock;
    }

    /** From now on it looks this often, and when something that will end by itself is to be drained. */
    void begin(Duration period) {
        longest = period;
        var unused = timer.scheduleWithFixedDelay(this::look, 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Records that resources came: the next inventory contains their end, and therefore follows soon. One inventory
     * serves many simultaneous grows.
     */
    void brought() {
        if (looksSoon.compareAndSet(false, true)) {
            lookAfter(SOON);
        }
    }

    private void lookAfter(Duration time) {
        try {
            var unused = timer.schedule(this::look, time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            LOG.debug("{} is closed and is not examined further", provider.name());
        }
    }

    /** How long it is until the next of these is to be drained; empty where the next look is before that. */
    Optional<Duration> untilTheNext(List<Inventory.Holding> holdings) {
        return holdings.stream()
                .flatMap(holding -> holding.until().stream())
                .map(until -> Duration.between(clock.instant(), until))
                .filter(time -> time.isPositive() && time.compareTo(longest) < 0)
                .min(Comparator.naturalOrder());
    }

    /** Looks once. Blocks as long as the provider does. */
    void look() {
        looksSoon.set(false);
        try {
            tell(new Event.ProviderAskedToList(provider.name()));
            Inventory inventory = provider.inventory().toCompletableFuture().join();
            if (inventory instanceof Inventory.Listed listed) {
                // Computed before the inventory is sent to the instance, so that resources that are not due yet are
                // still included.
                Optional<Duration> next = untilTheNext(listed.holdings());
                tell(new Event.ProviderListed(provider.name(), listed.holdings()));
                next.ifPresent(time -> lookAfter(time.plusMillis(1)));
            }
        } catch (RuntimeException e) {
            Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
            LOG.warn("{} does not list its holdings: {}", provider.name(), String.valueOf(cause.getMessage()));
        }
    }

    private void tell(Event event) {
        if (!inbox.tell(event)) {
            LOG.warn("The holdings of {} could not be reported", provider.name());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
