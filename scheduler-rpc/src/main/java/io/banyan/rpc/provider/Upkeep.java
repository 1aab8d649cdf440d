package io.banyan.rpc.provider;

import io.banyan.provider.ProviderOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a daemon does about what a provider has brought, whatever kind it is of. They are options of every provider.
 *
 * @param lookEvery how often it is asked what it has out there
 */
record Upkeep(Duration lookEvery) {
    private static final String LOOK = "look";
    private static final List<String> KEYS = List.of(LOOK);
    private static final long USUAL_LOOK_SECONDS = 60;
    private static final long DAY_SECONDS = 86_400;

    /** Those of a provider's options that are of this kind. */
    static Upkeep of(String name, Map<String, String> values) {
        var options = new ProviderOptions(name, values);
        return new Upkeep(Duration.ofSeconds(Math.max(1, options.number(LOOK, USUAL_LOOK_SECONDS, DAY_SECONDS))));
    }

    /** The options without those, for the plug-in. */
    static Map<String, String> without(Map<String, String> values) {
        Map<String, String> others = new LinkedHashMap<>(values);
        KEYS.forEach(others::remove);
        return others;
    }
}
