package io.banyan.instance.message.client;

import java.util.Objects;

/**
 * The usage of a user under an account, if it counts for priorities.
 *
 * @param account empty for jobs without an account
 * @param used cost times seconds, where past use decays with time
 * @param factor of fair share: 1 for no usage, towards 0 for far more than the share
 */
public record QueueShare(String account, String user, double used, double factor) {
    /** Checks that nothing is missing. */
    public QueueShare {
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(user, "user");
    }
}
