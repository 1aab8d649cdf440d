package io.banyan.instance.message.client;

import java.util.Objects;

/**
 * The amount that a user has used under an account, where that matters for who comes first.
 *
 * @param account empty for jobs for which nobody is named
 * @param used cost times seconds, what is over the less the longer ago
 * @param factor of fair share: 1 for nothing, towards 0 for far more than the shares say
 */
public record QueueShare(String account, String user, double used, double factor) {
    /** Checks that nothing is missing. */
    public QueueShare {
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(user, "user");
    }
}
