package io.banyan.rpc.store;

import java.util.Optional;

/**
 * Where a daemon's journal is.
 *
 * @param kind how long it lives
 * @param url of the server that keeps it; empty where it is in the state directory, or in memory
 */
public record JournalPlace(JournalKind kind, Optional<PostgresUrl> url) {
    /** In the state directory. */
    public static final JournalPlace DIRECTORY = new JournalPlace(JournalKind.DURABLE, Optional.empty());

    /** Checks that a journal on a server is durable. */
    public JournalPlace {
        if (url.isPresent() && kind != JournalKind.DURABLE) {
            throw new IllegalArgumentException("A journal on a server must be durable.");
        }
    }

    /**
     * The place of this name: {@code durable}, {@code memory}, or the URL of a PostgreSQL database.
     *
     * @throws IllegalArgumentException with one sentence, where it is none
     */
    public static JournalPlace parse(String text) {
        return PostgresUrl.isOne(text)
                ? new JournalPlace(JournalKind.DURABLE, Optional.of(PostgresUrl.parse(text)))
                : new JournalPlace(JournalKind.parse(text), Optional.empty());
    }

    @Override
    public String toString() {
        return url.map(PostgresUrl::toString).orElseGet(kind::toString);
    }
}
