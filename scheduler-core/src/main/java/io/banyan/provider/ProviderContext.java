package io.banyan.provider;

/**
 * Whose provider it is.
 *
 * @param name of the provider at its instance
 * @param owner tells what this instance has out there from what others have at the same place: the same after a restart, and nobody else's.
 *     Letters, digits, {@code -}, {@code _} and {@code .}, at most {@link #MAX_OWNER} of them
 */
public record ProviderContext(String name, String owner) {
    public static final int MAX_OWNER = 128;

    /** Checks both. */
    public ProviderContext {
        if (name.isBlank() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("a provider's name is a part of paths, found '" + name + "'");
        }
        if (owner.length() > MAX_OWNER || !owner.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("an owner is 1 to " + MAX_OWNER
                    + " letters, digits, dots, dashes and underscores, found '" + owner + "'");
        }
    }
}
