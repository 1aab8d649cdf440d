package io.banyan.provider;

import java.util.Objects;

/**
 * The estimate of one of several providers for a jobspec.
 *
 * @param provider the name of the provider at the instance
 */
public record Quote(String provider, Estimate estimate) {
    /** Checks that there is a name and an estimate. */
    public Quote {
        Objects.requireNonNull(estimate, "estimate");
        if (provider.isBlank()) {
            throw new IllegalArgumentException("a quote must name a provider, found none");
        }
    }
}
