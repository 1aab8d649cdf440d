package io.banyan.instance.message.value;

import io.banyan.resource.ResourceType;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The part that a job was granted at one vertex. A few of them describe the whole grant: the path from the root to each
 * is implied.
 *
 * @param path its path in the subsystem by which the instance matches: containment, unless it was configured otherwise
 * @param amount the amount of it; 0 if it only has draws
 * @param whole whether everything below it at that moment was granted as well
 * @param draws the amounts drawn for it from auxiliary subsystems, mostly none
 */
public record HeldPart(String path, long amount, boolean whole, Map<ResourceType, Long> draws) {
    /** Checks the path and the amount. */
    public HeldPart {
        ValueChecks.path(path);
        ValueChecks.notNegative(amount, "an amount");
        Objects.requireNonNull(draws, "draws");
        draws = draws.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(draws));
    }
}
