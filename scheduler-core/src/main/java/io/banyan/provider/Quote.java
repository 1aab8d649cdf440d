package io.banyan.provider;

import java.util.Objects;

/**
 * What one of several providers says of a jobspec before it is asked to bring anything.
 *
 * @param provider its name at the instance
 */
public record Quote(String provider, Estimate estimate) {
    /** Checks that there is a name and an estimate. */
    public Quote {
        Objects.requireNonNull(estimate, "estimate");
        if (provider.isBlank()) {
            throw new IllegalArgumentException("a quote is of a provider, found none");
        }
    }
}
