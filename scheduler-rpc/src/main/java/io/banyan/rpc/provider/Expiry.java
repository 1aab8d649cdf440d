package io.banyan.rpc.provider;

import io.banyan.instance.Event;
import io.banyan.provider.Inventory;
import io.banyan.resource.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tells the instance of what will end by itself, when it is time to give it to no more jobs. Each thing is told of once; who says that it is up again after
 * that knows why. One thread at a time.
 */
final class Expiry {
    private final String provider;
    private final InstantSource clock;
    private final Consumer<Event> instance;
    private final Set<Thing> told = new HashSet<>();

    Expiry(String provider, InstantSource clock, Consumer<Event> instance) {
        this.provider = provider;
        this.clock = clock;
        this.instance = instance;
    }

    private record Thing(String requestId, String handle) {
        static Thing of(Inventory.Holding holding) {
            return new Thing(holding.requestId(), holding.handle());
        }
    }

    /** All that is there and known; returns how long it is until the next of it is to be drained. */
    synchronized Optional<Duration> see(List<Inventory.Holding> holdings) {
        Instant now = clock.instant();
        told.retainAll(holdings.stream().map(Thing::of).toList());
        Optional<Duration> next = Optional.empty();
        for (Inventory.Holding holding : holdings) {
            if (holding.until().isEmpty() || told.contains(Thing.of(holding))) {
                continue;
            }
            Duration left = Duration.between(now, holding.until().get());
            if (left.isPositive()) {
                next = next.filter(it -> it.compareTo(left) <= 0).or(() -> Optional.of(left));
            } else {
                told.add(Thing.of(holding));
                instance.accept(
                        new Event.ProviderSaid(provider, holding.requestId(), holding.handle(), Status.DRAINED));
            }
        }
        return next;
    }
}
