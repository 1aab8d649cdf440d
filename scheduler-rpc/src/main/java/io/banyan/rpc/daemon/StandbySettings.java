package io.banyan.rpc.daemon;

import io.banyan.rpc.store.PostgresUrl;
import io.banyan.rpc.transport.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How several daemons are one instance in turn: with a journal on a server, which one of them leads.
 *
 * @param url of the journal
 * @param passwordFile whose first line is the password there; empty where the driver finds it by itself, or needs none
 * @param lease how long a leader that is silent leads on
 * @param peers where the others listen, as children and clients reach them
 */
public record StandbySettings(PostgresUrl url, Optional<Path> passwordFile, Duration lease, List<Address> peers) {
    /** How long a leader that is silent leads on if nothing else is said. */
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(6);

    private static final Duration SHORTEST = Duration.ofMillis(500);

    /** Copies the list. */
    public StandbySettings {
        peers = List.copyOf(peers);
        if (lease.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(
                    "A lead must last at least " + SHORTEST.toMillis() + " ms, found " + lease.toMillis() + " ms.");
        }
    }

    /** With defaults for all else. */
    public static StandbySettings of(PostgresUrl url) {
        return new StandbySettings(url, Optional.empty(), DEFAULT_LEASE, List.of());
    }
}
