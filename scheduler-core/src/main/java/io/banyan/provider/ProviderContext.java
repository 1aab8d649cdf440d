package io.banyan.provider;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The context of a provider, which says whose provider it is.
 *
 * @param name of the provider at its instance
 * @param owner tells what this instance has out there from what others have at the same place: the same after a
 *     restart, and nobody else's. Letters, digits, {@code -}, {@code _} and {@code .}, at most {@link #MAX_OWNER} of
 *     them
 * @param notes a file for what it must know after a restart and can ask nobody: its own, the same after a restart, not
 *     there at first, and written anew beside it and put in its place. Empty where nothing is kept for whoever goes on
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
