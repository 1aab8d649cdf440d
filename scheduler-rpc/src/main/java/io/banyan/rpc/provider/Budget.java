package io.banyan.rpc.provider;

import io.banyan.provider.ProviderOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How much may be spent of a provider in a period, whatever kind it is of. They are options of every provider. The periods follow one another, and the first
 * begins with the first purchase.
 *
 * @param all what the instance may spend; empty for any amount
 * @param ofUser what may be spent for each user
 * @param days how long a period is
 * @param billingSec for how many seconds each thing is paid at least
 */
record Budget(Optional<Money> all, Optional<Money> ofUser, long days, long billingSec) {
    private static final String ALL = "budget";
    private static final String OF_USER = "user-budget";
    private static final String DAYS = "budget-days";
    private static final List<String> KEYS = List.of(ALL, OF_USER, DAYS);
    private static final long USUAL_DAYS = 30;
    private static final long MOST_DAYS = 3660;

    /** Those of a provider's options that say what may be spent. */
    static Budget of(String name, Map<String, String> values) {
        var options = new ProviderOptions(name, values);
        var budget = new Budget(
                money(options, ALL),
                money(options, OF_USER),
                options.number(DAYS, USUAL_DAYS, MOST_DAYS),
                Upkeep.billingSec(options));
        if (budget.days == 0) {
            throw new IllegalArgumentException(
                    "The option 'budget-days' of the provider '" + name + "' is 1 or more days.");
        }
        if (budget.isNone() && options.text(DAYS).isPresent()) {
            throw new IllegalArgumentException("The option 'budget-days' of the provider '" + name
                    + "' says for how long a budget is; give 'budget' or 'user-budget' as well.");
        }
        return budget;
    }

    /** Whether any amount may be spent. */
    boolean isNone() {
        return all.isEmpty() && ofUser.isEmpty();
    }

    long periodSec() {
        return TimeUnit.DAYS.toSeconds(days);
    }

    /** The options without those, for the plug-in. */
    static Map<String, String> without(Map<String, String> values) {
        Map<String, String> others = new LinkedHashMap<>(values);
        KEYS.forEach(others::remove);
        return others;
    }

    private static Optional<Money> money(ProviderOptions options, String key) {
        try {
            return options.text(key).map(Money::parse);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "The option '" + key + "' of the provider '" + options.name() + "': " + e.getMessage(), e);
        }
    }
}
