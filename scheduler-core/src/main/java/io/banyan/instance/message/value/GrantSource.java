package io.banyan.instance.message.value;

import java.util.Objects;
import java.util.Optional;

/**
 * Where the resources of a grow came from.
 *
 * @param level the path of the instance in whose graph, or by whose provider, they were found
 * @param provider the provider that brought them; empty where they were in that instance's graph
 */
public record GrantSource(String level, Optional<String> provider) {
    /** Checks the level and the provider's name. */
    public GrantSource {
        ValueChecks.path(level);
        Objects.requireNonNull(provider, "provider").ifPresent(name -> ValueChecks.name(name, "a provider's name"));
    }

    public static GrantSource graphOf(String level) {
        return new GrantSource(level, Optional.empty());
    }

    @Override
    public String toString() {
        return provider.map(name -> name + " at " + level).orElse(level);
    }
}
