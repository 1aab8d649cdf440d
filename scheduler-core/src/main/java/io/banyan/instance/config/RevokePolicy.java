package io.banyan.instance.config;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The policy for the resources that an instance returns on a revoke by its parent. A revoke that cancels jobs, which
 * the parent's administrator can request, is always obeyed.
 */
public enum RevokePolicy {
    /** Nothing. */
    DECLINE,
    /** The resources that are free here and below and, as long as the parent waits, those that become free. */
    FREE,
    /** Free resources, and then those that were grown for running jobs, which started without them. */
    GROWN;

    /**
     * The policy of this name, such as {@code free}.
     *
     * @throws IllegalArgumentException which lists the names, where there is none such
     */
    public static RevokePolicy parse(String name) {
        for (RevokePolicy policy : values()) {
            if (policy.toString().equals(name)) {
                return policy;
            }
        }
        String known = Stream.of(values()).map(RevokePolicy::toString).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("unknown revoke policy '" + name + "', expected one of " + known);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
