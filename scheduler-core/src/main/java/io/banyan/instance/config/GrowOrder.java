package io.banyan.instance.config;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The sources that an instance asks, after its own graph, when it is to grow. Its providers are asked one after the
 * other, in their order.
 */
public enum GrowOrder {
    /** The parent, then the providers. */
    PARENT_FIRST,
    /** The providers, then the parent. */
    PROVIDER_FIRST,
    /** Never the parent. */
    PROVIDER_ONLY,
    /** No source. */
    LOCAL_ONLY;

    /**
     * The order of this name, such as {@code parent-first}.
     *
     * @throws IllegalArgumentException which lists the names, where there is none such
     */
    public static GrowOrder parse(String name) {
        for (GrowOrder order : values()) {
            if (order.toString().equals(name)) {
                return order;
            }
        }
        String known = Stream.of(values()).map(GrowOrder::toString).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("unknown grow order '" + name + "', expected one of " + known);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
