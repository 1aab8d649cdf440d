package io.banyan.rpc.daemon;

import static io.banyan.rpc.config.ValueType.duration;
import static io.banyan.rpc.config.ValueType.listOf;
import static io.banyan.rpc.config.ValueType.number;
import static io.banyan.rpc.config.ValueType.text;
import static io.banyan.rpc.config.ValueType.textsOf;

import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.provider.ProviderSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The keys of a daemon's configuration that concern grows: their sources and limits. */
final class GrowKeys {
    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final InstanceLimits LIMITS = InstanceLimits.DEFAULT;

    static final Key<GrowOrder> GROW_ORDER = Key.of(
                    "grow.order",
                    text("ORDER", GrowOrder::parse),
                    GrowOrder.PARENT_FIRST,
                    "Sources of a grow: parent-first, provider-first, provider-only or local-only.")
            .option("--grow-order")
            .sample("local-only");

    static final Key<List<ProviderSpec>> PROVIDER = Key.of(
                    "grow.provider",
                    textsOf(text(
                                    "KIND=PATH[,KEY=VALUE...]",
                                    text -> ProviderSpec.parse(text).checked()))
                            .checked(ProviderSpec::requireDifferentNames),
                    List.of(),
                    "External provider, such as file=pool.json or exec=./provider.sh,name=cloud; or several with different names, which are asked in this order.")
            .option("--provider")
            .sample("exec=./provider.sh,name=cloud", "file=pool.json");

    static final Key<Duration> GROW_TIMEOUT = Key.of(
                    "grow.timeout",
                    duration(MILLISECOND, DAY),
                    Duration.ofMillis(LIMITS.growMillis()),
                    "Timeout of a grow whose request sets none.")
            .sample("90s");

    static final Key<Integer> GROW_HOPS = Key.of(
                    "grow.max-hops",
                    number(1, InstanceLimits.MOST_HOPS),
                    LIMITS.maxHops(),
                    "Maximum number of levels that a grow may climb from here, including grows of children.")
            .option("--max-hops")
            .sample("3");

    static final Key<Integer> GROW_PENDING = Key.of(
                    "grow.max-pending",
                    number(1, 1_000_000),
                    LIMITS.maxPendingGrows(),
                    "Maximum number of grows that wait for a parent or a provider at the same time.")
            .sample("10");

    static final Key<Integer> GROW_VERTICES = Key.of(
                    "grow.max-vertices",
                    number(1, Integer.MAX_VALUE),
                    LIMITS.maxGrantVertices(),
                    "Maximum number of vertices that a provider may supply for one grow.")
            .sample("5000");

    static final Key<List<Amount>> GROW_RESOURCES = Key.of(
                    "grow.max-resources",
                    listOf(text("TYPE=NUMBER", Amount::parse)),
                    List.of(),
                    "Maximum total amount of a resource type; the instance gets no more than that from any source. Other types have no limit.")
            .option("--max-resources")
            .sample("node=8", "gpu=4");

    static final Key<List<Amount>> GROW_EXTERNAL = Key.of(
                    "grow.max-external",
                    listOf(text("TYPE=NUMBER", Amount::parse)),
                    List.of(),
                    "Maximum amount of a resource type from the instance's own providers.")
            .option("--max-external")
            .sample("node=2");

    static final List<Key<?>> ALL = List.of(
            GROW_ORDER, PROVIDER, GROW_TIMEOUT, GROW_HOPS, GROW_PENDING, GROW_VERTICES, GROW_RESOURCES, GROW_EXTERNAL);

    /** So much of a resource type. */
    record Amount(String type, long count) {
        static Amount parse(String text) {
            Map.Entry<String, Long> amount =
                    InstanceConfig.Most.parse(text).entrySet().iterator().next();
            return new Amount(amount.getKey(), amount.getValue());
        }

        @Override
        public String toString() {
            return type + "=" + count;
        }
    }

    /** How much the instance may have. */
    static InstanceConfig.Most most(Settings settings) {
        return new InstanceConfig.Most(byType(settings.get(GROW_RESOURCES)), byType(settings.get(GROW_EXTERNAL)));
    }

    private static SortedMap<String, Long> byType(List<Amount> amounts) {
        SortedMap<String, Long> byType = new TreeMap<>();
        amounts.forEach(amount -> byType.put(amount.type(), amount.count()));
        return byType;
    }

    private GrowKeys() {}
}
