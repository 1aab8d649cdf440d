package io.banyan.resource;

import java.util.Locale;
import java.util.OptionalLong;

/** The units in which graphs and jobspecs count memory, such as {@code GB}. */
public final class MemoryUnit {
    private static final int BITS_OF_A_STEP = 10;
    private static final String STEPS = "KMGTP";

    private MemoryUnit() {}

    /** How many bytes a unit is; as of machines, all are powers of 1024. Empty where it is not known. */
    public static OptionalLong bytes(String unit) {
        String word = unit.toUpperCase(Locale.ROOT).replace("IB", "").replace("B", "");
        if (word.length() > 1 || (word.isEmpty() && unit.isEmpty())) {
            return OptionalLong.empty();
        }
        int step = word.isEmpty() ? 0 : STEPS.indexOf(word) + 1;
        return word.isEmpty() || step > 0 ? OptionalLong.of(1L << (BITS_OF_A_STEP * step)) : OptionalLong.empty();
    }
}
