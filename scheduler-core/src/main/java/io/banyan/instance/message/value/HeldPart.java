package io.banyan.instance.message.value;

import io.banyan.resource.ResourceType;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The part that a job was granted at one vertex. A few of them say all that it was granted: the way from the root to
 * each is implied.
 *
 * @param path its path in the subsystem by which the instance matches: containment, unless it was configured otherwise
 * @param amount how much of it; 0 where only something is drawn for it
 * @param whole whether all that was below it at that moment was granted as well
 * @param draws what is drawn for it from auxiliary subsystems, mostly nothing
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
