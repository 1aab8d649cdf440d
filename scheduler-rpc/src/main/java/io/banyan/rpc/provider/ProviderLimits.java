package io.banyan.rpc.provider;

import io.banyan.provider.Price;
import io.banyan.provider.ProviderOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The limits of an instance at a provider at a time, for all kinds of providers. They are options of every provider:
 * {@code max-nodes}, {@code max-price} in dollars an hour, and the same for each user.
 *
 * @param all the limits of the instance
 * @param ofUser the limits of each user
 */
record ProviderLimits(Most all, Most ofUser) {
    private static final String NODES = "max-nodes";
    private static final String PRICE = "max-price";
    private static final String USER_NODES = "user-max-nodes";
    private static final String USER_PRICE = "user-max-price";
    private static final List<String> KEYS = List.of(NODES, PRICE, USER_NODES, USER_PRICE);
    private static final long HIGHEST_NODES = 1_000_000_000;

    /** The maxima of both; an empty one means no bound. */
    record Most(OptionalLong nodes, Optional<Price> price) {
        boolean isNone() {
            return nodes.isEmpty() && price.isEmpty();
        }
    }

    boolean isNone() {
        return all.isNone() && ofUser.isNone();
    }

    /** Reads the limits among the options of a provider. */
    static ProviderLimits of(String name, Map<String, String> values) {
        var options = new ProviderOptions(name, values);
        return new ProviderLimits(
                new Most(nodes(options, NODES), price(options, PRICE)),
                new Most(nodes(options, USER_NODES), price(options, USER_PRICE)));
    }

    /** The options without those that are limits, for the plug-in. */
    static Map<String, String> without(Map<String, String> values) {
        Map<String, String> others = new LinkedHashMap<>(values);
        KEYS.forEach(others::remove);
        return others;
    }

    private static OptionalLong nodes(ProviderOptions options, String key) {
        return options.text(key).isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(options.number(key, 0, HIGHEST_NODES));
    }

    private static Optional<Price> price(ProviderOptions options, String key) {
        try {
            return options.text(key).map(Price::parse);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "The option '" + key + "' of the provider '" + options.name() + "': " + e.getMessage(), e);
        }
    }
}
