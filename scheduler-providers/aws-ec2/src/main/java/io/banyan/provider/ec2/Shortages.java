package io.banyan.provider.ec2;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The offers that were not available, remembered for a while so that they are not requested again at once. Any thread
 * may call it.
 */
final class Shortages {
    private static final int MOST = 100_000;

    private final Map<Pool, Instant> until = new ConcurrentHashMap<>();
    private final Duration memory;
    private final InstantSource clock;

    /** From where EC2 takes instances. */
    record Pool(String type, Market market, Optional<String> zone) {
        static Pool of(Offer offer) {
            return new Pool(offer.kind().name(), offer.market(), offer.zone().map(Zone::name));
        }
    }

    Shortages(Duration memory, InstantSource clock) {
        this.memory = memory;
        this.clock = clock;
    }

    void note(Pool pool) {
        if (until.size() >= MOST) {
            until.values().removeIf(end -> !end.isAfter(clock.instant()));
        }
        if (until.size() < MOST) {
            until.put(pool, clock.instant().plus(memory));
        }
    }

    boolean isShort(Offer offer) {
        Instant end = until.get(Pool.of(offer));
        return end != null && end.isAfter(clock.instant());
    }
}
