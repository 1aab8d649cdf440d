package io.banyan.rpc.spending;

import io.banyan.provider.ProviderOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The budget for a provider in a period, in US dollars, for all kinds of providers. These are options of every
 * provider. The periods follow one another, and the first begins with the first purchase. It never changes; any thread
 * may call, and all costs O(options).
 */
public final class Budget {
    private static final String ALL = "budget";
    private static final String OF_USER = "user-budget";
    private static final String DAYS = "budget-days";
    private static final String BILLING = "billing";
    private static final List<String> KEYS = List.of(ALL, OF_USER, DAYS, BILLING);
    private static final long USUAL_DAYS = 30;
    private static final long MOST_DAYS = 3660;
    private static final long MOST_BILLING_SEC = TimeUnit.DAYS.toSeconds(365);

    private final Optional<Money> all;
    private final Optional<Money> ofUser;
    private final long days;
    private final long billingSec;

    /**
     * One of these.
     *
     * @param all the budget of the instance; empty for any amount
     * @param ofUser the budget of each user
     * @param days how long a period is
     * @param billingSec for how many seconds each thing is paid at least
     */
    Budget(Optional<Money> all, Optional<Money> ofUser, long days, long billingSec) {
        this.all = all;
        this.ofUser = ofUser;
        this.days = days;
        this.billingSec = billingSec;
    }

    /**
     * Reads the budget from the options of a provider.
     *
     * @param name of the provider, for messages
     * @throws IllegalArgumentException with one sentence, where one of them is wrong
     */
    public static Budget of(String name, Map<String, String> values) {
        var options = new ProviderOptions(name, values);
        var budget = new Budget(
                money(options, ALL),
                money(options, OF_USER),
                options.number(DAYS, USUAL_DAYS, MOST_DAYS),
                billingSec(options));
        if (budget.days == 0) {
            throw new IllegalArgumentException(
                    "The option 'budget-days' of the provider '" + name + "' must be 1 or more days.");
        }
        if (budget.isNone() && options.text(DAYS).isPresent()) {
            throw new IllegalArgumentException("The option 'budget-days' of the provider '" + name
                    + "' sets the period of a budget; set 'budget' or 'user-budget' as well.");
        }
        return budget;
    }

    /**
     * For how many seconds of each thing is paid anyway; 0 where the options do not say it.
     *
     * @throws IllegalArgumentException with one sentence, where they say it wrongly
     */
    public static long billingSec(ProviderOptions options) {
        return options.number(BILLING, 0, MOST_BILLING_SEC);
    }

    /** The options without these, for the plug-in. */
    public static Map<String, String> without(Map<String, String> values) {
        Map<String, String> others = new LinkedHashMap<>(values);
        KEYS.forEach(others::remove);
        return others;
    }

    /** Whether any amount may be spent. */
    public boolean isNone() {
        return all.isEmpty() && ofUser.isEmpty();
    }

    Optional<Money> all() {
        return all;
    }

    Optional<Money> ofUser() {
        return ofUser;
    }

    long days() {
        return days;
    }

    long billingSec() {
        return billingSec;
    }

    long periodSec() {
        return TimeUnit.DAYS.toSeconds(days);
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
