package io.banyan.rpc.store;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How long a daemon's journal lives. */
public enum JournalKind {
    /** Longer than the process: a later daemon on the same state directory goes on from it. */
    DURABLE,
    /** The journal lives as long as the process. */
    MEMORY;

    /**
     * The kind of this name, such as {@code durable}.
     *
     * @throws IllegalArgumentException which lists the names, where there is none such
     */
    public static JournalKind parse(String name) {
        for (JournalKind kind : values()) {
            if (kind.toString().equals(name)) {
                return kind;
            }
        }
        String known = Stream.of(values()).map(JournalKind::toString).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("unknown journal '" + name + "', expected one of " + known);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
