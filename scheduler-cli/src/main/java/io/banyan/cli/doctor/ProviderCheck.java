package io.banyan.cli.doctor;

import io.banyan.provider.ExternalProvider;
import io.banyan.rpc.provider.ProviderSpec;

/** One of the external providers: whether a start could make it. Nobody is asked for resources. */
record ProviderCheck(ProviderSpec spec) implements Check {
    /** Nothing is brought for it. */
    private static final String NOBODY = "doctor";

    @Override
    public String name() {
        return "provider";
    }

    @Override
    public Finding examine() {
        try (ExternalProvider provider = spec.checked().create(NOBODY)) {
            return ok(provider.name() + " is " + provider.describe() + ".");
        } catch (IllegalArgumentException e) {
            return problem("A start would refuse '" + spec.name() + "': " + e.getMessage());
        }
    }
}
