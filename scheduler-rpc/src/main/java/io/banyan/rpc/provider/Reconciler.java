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
 * Asks a provider, when a daemon starts and again and again after, what it has out there, and tells the instance. It
 * compares that with what it knows: so nothing is forgotten running, and nothing that is gone is given to jobs. Any
 * thread may call.
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
     * Something came: until when it is for jobs the next look tells, which must not be long. Many grows at once are
     * looked at once.
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
                // Before it is told: what is not due for the instance is then still to come here.
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
