package io.banyan.provider;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The identity of a provider: its name and its owner.
 *
 * @param name name of the provider at its instance
 * @param owner the identity of this instance, which distinguishes its resources from those of other instances at the
 *     same place. It stays the same after a restart, and no other instance has it. It has at most {@link #MAX_OWNER}
 *     letters, digits, {@code -}, {@code _} and {@code .}
 * @param notes a file for data that the provider needs after a restart and cannot obtain in another way. It belongs to
 *     this provider alone and stays the same after a restart. It does not exist at first; the provider writes a new
 *     file beside it, and then replaces it. Empty if no data is kept for a next process
 */
public record ProviderContext(String name, String owner, Optional<Path> notes) {
    public static final int MAX_OWNER = 128;

    /** Checks name and owner. */
    public ProviderContext {
        Objects.requireNonNull(notes, "notes");
        if (name.isBlank() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "a provider's name must be usable as part of a path, found '" + name + "'");
        }
        if (owner.length() > MAX_OWNER || !owner.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("an owner must be 1 to " + MAX_OWNER
                    + " letters, digits, dots, dashes and underscores, found '" + owner + "'");
        }
    }

    /** Without notes. */
    public ProviderContext(String name, String owner) {
        this(name, owner, Optional.empty());
    }
}
