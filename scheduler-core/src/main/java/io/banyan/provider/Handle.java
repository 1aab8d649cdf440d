package io.banyan.provider;

import java.util.Objects;

/**
 * The handle that a provider needs to take a resource back: its own name for it (an EC2 instance id, a pod's uid).
 *
 * @param path the containment path of the vertex that it stands for, with its whole subtree: in the subgraph that came
 *     with it, as long as the provider has it, and where that lies in the instance's graph when it comes back. Empty
 *     where one handle stands for everything that was brought
 * @param value the provider's own name; opaque to everybody else
 */
public record Handle(String path, String value) {
    public static final int MAX_LENGTH = 4096;

    /** Checks that the path is empty or absolute and that the value is not blank. */
    public Handle {
        Objects.requireNonNull(path, "path");
        if (!path.isEmpty() && !path.startsWith("/")) {
            throw new IllegalArgumentException("a handle's path must be empty or begin with '/', found '" + path + "'");
        }
        if (value.isBlank() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a handle must be 1 to " + MAX_LENGTH + " characters, found " + value.length());
        }
    }
}
