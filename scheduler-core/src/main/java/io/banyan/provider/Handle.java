package io.banyan.provider;

import java.util.Objects;

/**
 * The handle by which a provider takes a resource back: the provider's own name for it, such as an EC2 instance id or
 * the uid of a pod.
 *
 * @param path the containment path of the vertex that the handle represents, with its whole subtree: in an answer of
 *     the provider, the path in the supplied subgraph; in a release, the path in the graph of the instance. Empty if
 *     one handle represents all supplied resources
 * @param value the provider's own name, which no one else interprets
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
