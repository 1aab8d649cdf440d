package io.banyan.instance.message.value;

import java.util.Collection;
import java.util.stream.Collectors;

/** Lists in messages, which are read by people: the first of them, and how many more there are. */
public final class FirstItems {
    private static final int MOST = 10;

    private FirstItems() {}

    /** {@code 1, 2, 3}, or the first ten and {@code and 90 more}. */
    public static String of(Collection<?> items) {
        String first = items.stream().limit(MOST).map(String::valueOf).collect(Collectors.joining(", "));
        return items.size() <= MOST ? first : first + " and " + (items.size() - MOST) + " more";
    }
}
