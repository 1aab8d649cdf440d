package io.banyan.jobspec;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deep unmodifiable copies of attribute values that Banyan does not interpret. Order and nulls are kept. */
final class Opaque {
    private Opaque() {}

    static Map<String, @Nullable Object> copyOf(Map<String, ? extends @Nullable Object> values) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        values.forEach((key, value) -> copy.put(key, copyOfValue(value)));
        return Collections.unmodifiableMap(copy);
    }

    private static @Nullable Object copyOfValue(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> map -> copyOfMap(map);
            case List<?> list -> copyOfList(list);
            case String text -> text;
            case Number number -> number;
            case Boolean flag -> flag;
            case Object other ->
                throw new IllegalArgumentException(
                        "an attribute must be a string, number, boolean, list, map or null, found a "
                                + other.getClass().getSimpleName());
        };
    }

    private static Map<String, @Nullable Object> copyOfMap(Map<?, ?> map) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(String.valueOf(key), copyOfValue(value)));
        return Collections.unmodifiableMap(copy);
    }

    private static List<@Nullable Object> copyOfList(List<?> list) {
        List<@Nullable Object> copy = new ArrayList<>(list.size());
        list.forEach(value -> copy.add(copyOfValue(value)));
        return Collections.unmodifiableList(copy);
    }
}
