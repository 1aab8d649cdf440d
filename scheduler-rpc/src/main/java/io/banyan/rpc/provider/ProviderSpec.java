package io.banyan.rpc.provider;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ExternalProviderFactory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProviderOptions;
import io.banyan.rpc.spending.Budget;
import io.banyan.rpc.spending.Spending;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The specification of a provider of an instance, in the notation of the command line: {@code
 * KIND=MAIN[,KEY=VALUE...]}, for example {@code file=pool.json,delay=200,capacity=10}. The key {@code name} names it;
 * otherwise it is called after its kind.
 *
 * @param kind the word of the plug-in
 * @param name at the instance
 * @param options the options of the plug-in; {@link ProviderOptions#MAIN} is the value right after the kind
 */
public record ProviderSpec(String kind, String name, Map<String, String> options) {
    private static final String NAME = "name";

    /** Checks the name and copies the options, in their order. */
    public ProviderSpec {
        if (name.isBlank() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "The name of a provider is used in paths and must not be empty or contain '/', found '" + name
                            + "'.");
        }
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /**
     * Reads the text.
     *
     * @throws IllegalArgumentException with one sentence, where it is malformed
     */
    public static ProviderSpec parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new IllegalArgumentException(
                    "A provider must be specified as KIND=PATH[,KEY=VALUE...], such as file=pool.json or exec=./provider.sh, not as '"
                            + text + "'.");
        }
        Map<String, String> options = new LinkedHashMap<>();
        String[] parts = text.split(",", -1);
        for (int i = 0; i < parts.length; i++) {
            int sign = parts[i].indexOf('=');
            String key = i == 0 ? ProviderOptions.MAIN : parts[i].substring(0, Math.max(0, sign));
            if (sign < 1 || options.put(key, parts[i].substring(sign + 1)) != null) {
                throw new IllegalArgumentException(
                        "'" + parts[i] + "' in the provider '" + text + "' is not a separate KEY=VALUE.");
            }
        }
        String kind = text.substring(0, equals);
        String name = options.remove(NAME);
        return new ProviderSpec(kind, name == null ? kind : name, options);
    }

    /**
     * Returns the spec after the plug-in of its kind has checked the options. Opens no file and creates nothing.
     *
     * @throws IllegalArgumentException where there is no such kind, or an option is missing, unknown or wrong
     */
    public ProviderSpec checked() {
        var unusedLimits = ProviderLimits.of(name, options);
        var unusedUpkeep = Upkeep.of(name, options);
        var unusedBudget = Budget.of(name, options);
        factory().check(name, ofPlugIn());
        return this;
    }

    /**
     * The provider, made by the plug-in of its kind.
     *
     * @param owner of its resources, as in {@link ProviderContext}
     * @param ledger the file with the spending of its budget; it is there where the provider has a budget or had one
     * @param notes the file for data that it needs after a restart, if there is one
     * @throws IllegalArgumentException where {@link #checked} finds something, where what an option names is not there
     *     or cannot be used, or where the ledger cannot be read
     */
    public ExternalProvider create(String owner, Path ledger, Optional<Path> notes) {
        Budget budget = Budget.of(name, options);
        boolean isCounted = hasBudget() || Files.exists(ledger, LinkOption.NOFOLLOW_LINKS);
        return create(
                new ProviderContext(name, owner, notes),
                isCounted ? Optional.of(Spending.of(name, budget, ledger, InstantSource.system())) : Optional.empty());
    }

    /**
     * Creates a provider that only lists and takes back. A provider with a budget brings nothing without a ledger.
     *
     * @throws IllegalArgumentException where {@link #checked} finds something, or where what an option names is not
     *     there or cannot be used
     */
    public ExternalProvider create(String owner) {
        Budget budget = Budget.of(name, options);
        return create(
                new ProviderContext(name, owner),
                hasBudget() ? Optional.of(Spending.nowhere(name, budget)) : Optional.empty());
    }

    private ExternalProvider create(ProviderContext context, Optional<Spending> spending) {
        ProviderLimits limits = ProviderLimits.of(name, options);
        ExternalProvider made = factory().create(context, ofPlugIn());
        List<Bound> bounds = new ArrayList<>();
        if (!limits.isNone()) {
            bounds.add(new Account(limits));
        }
        spending.map(Purse::new).ifPresent(bounds::add);
        return bounds.isEmpty() ? made : new BoundedProvider(made, bounds, InstantSource.system());
    }

    /** Whether it is said how much of it may be spent. */
    public boolean hasBudget() {
        return !Budget.of(name, options).isNone();
    }

    /**
     * Checks that an instance can have these.
     *
     * @throws IllegalArgumentException with one sentence, where two have the same name
     */
    public static void requireDifferentNames(List<ProviderSpec> providers) {
        Set<String> names = new HashSet<>();
        for (ProviderSpec provider : providers) {
            if (!names.add(provider.name())) {
                throw new IllegalArgumentException(
                        "Two providers have the name '" + provider.name()
                                + "', but the providers of an instance must have different names; rename one with ',name=...'.");
            }
        }
    }

    /** Returns the idle times of the providers that have one. */
    public static SortedMap<String, InstanceConfig.Idle> idle(List<ProviderSpec> providers) {
        SortedMap<String, InstanceConfig.Idle> idle = new TreeMap<>();
        for (ProviderSpec provider : providers) {
            provider.upkeep().idle().ifPresent(it -> idle.put(provider.name(), it));
        }
        return idle;
    }

    Upkeep upkeep() {
        return Upkeep.of(name, options);
    }

    private Map<String, String> ofPlugIn() {
        return Budget.without(Upkeep.without(ProviderLimits.without(options)));
    }

    private ExternalProviderFactory factory() {
        return PlugIns.ofThisProcess().factory(kind);
    }
}
