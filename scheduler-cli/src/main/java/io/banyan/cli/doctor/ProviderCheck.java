package io.banyan.cli.doctor;

import io.banyan.provider.ExternalProvider;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.provider.ProviderSpec;
import java.util.Optional;

/** Checks that a start could create one of the external providers. Makes no request to the provider. */
record ProviderCheck(ProviderSpec spec, StateDirectory state) implements Check {
    /** Nothing is brought for it. */
    private static final String NOBODY = "doctor";

    @Override
    public String name() {
        return "provider";
    }

    @Override
    public DoctorFinding examine() {
        try (ExternalProvider provider =
                spec.checked().create(NOBODY, state.ledger(spec.name()), Optional.of(state.notes(spec.name())))) {
            return ok(provider.name() + " is " + provider.describe() + ".");
        } catch (IllegalArgumentException e) {
            return problem("The daemon would not start with the provider '" + spec.name() + "': " + e.getMessage());
        }
    }
}
