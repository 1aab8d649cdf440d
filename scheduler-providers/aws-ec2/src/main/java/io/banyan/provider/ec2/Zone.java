package io.banyan.provider.ec2;

import java.util.Optional;

/**
 * A zone that instances may be in.
 *
 * @param subnet of it; empty for the account's default one
 */
record Zone(String name, Optional<String> subnet) {
    private static final String SUBNET = ":";

    /** {@code us-east-1a} or {@code us-east-1a:subnet-0123}. */
    static Zone parse(String word) {
        String[] parts = word.split(SUBNET, 2);
        if (!parts[0].matches("[a-z0-9-]+") || (parts.length > 1 && !parts[1].matches("subnet-[0-9a-z]+"))) {
            throw new IllegalArgumentException(
                    "A zone must have the form us-east-1a or us-east-1a:subnet-0123, not '" + word + "'.");
        }
        return new Zone(parts[0], parts.length > 1 ? Optional.of(parts[1]) : Optional.empty());
    }
}
