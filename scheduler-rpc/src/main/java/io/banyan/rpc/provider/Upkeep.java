package io.banyan.rpc.provider;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.provider.ProviderOptions;
import io.banyan.rpc.spending.Budget;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The care for a provider's resources. Providers of all kinds have these options.
 *
 * @param lookEvery the interval between two inventories
 * @param idle when idle resources are returned; empty if they stay
 */
record Upkeep(Duration lookEvery, Optional<InstanceConfig.Idle> idle) {
    private static final String LOOK = "look";
    private static final String IDLE = "idle";
    private static final List<String> KEYS = List.of(LOOK, IDLE);
    private static final long USUAL_LOOK_SECONDS = 60;
    private static final long DAY_SECONDS = 86_400;
    private static final long MOST_SECONDS = 365 * DAY_SECONDS;

    /** Reads these settings from the options of a provider. */
    static Upkeep of(String name, Map<String, String> values) {
        var options = new ProviderOptions(name, values);
        long look = options.number(LOOK, USUAL_LOOK_SECONDS, DAY_SECONDS);
        long idle = options.number(IDLE, 0, MOST_SECONDS);
        long billing = Budget.billingSec(options);
        if (look == 0) {
            throw new IllegalArgumentException(
                    "The option 'look' of the provider '" + name + "' must be 1 or more seconds.");
        }
        if (billing > 0 && idle == 0 && Budget.of(name, values).isNone()) {
            throw new IllegalArgumentException(
                    "The option 'billing' of the provider '" + name
                            + "' sets the minimum time for which resources are kept and charged; set 'idle' or 'budget' as well.");
        }
        return new Upkeep(
                Duration.ofSeconds(look),
                idle == 0
                        ? Optional.empty()
                        : Optional.of(new InstanceConfig.Idle(
                                TimeUnit.SECONDS.toMillis(idle), TimeUnit.SECONDS.toMillis(billing))));
    }

    /** The options without those, for the plug-in. */
    static Map<String, String> without(Map<String, String> values) {
        Map<String, String> others = new LinkedHashMap<>(values);
        KEYS.forEach(others::remove);
        return others;
    }
}
