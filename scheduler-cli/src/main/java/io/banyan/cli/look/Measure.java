package io.banyan.cli.look;

import java.util.Locale;
import java.util.OptionalLong;

/** Processor times and sizes as people read them. */
public final class Measure {
    private static final long MICROS = 1_000_000;
    private static final long HUNDREDTH_MICROS = 10_000;
    private static final int STEP = 1_024;
    private static final String UNITS = "BKMGTPE";

    private Measure() {}

    /**
     * A processor time in microseconds as {@code 0:00.25}, {@code 1:00:00.00} or {@code 2-12:00:00.00}; a dash where
     * there is none.
     */
    public static String time(OptionalLong micros) {
        if (micros.isEmpty()) {
            return "-";
        }
        long hundredths = micros.getAsLong() % MICROS / HUNDREDTH_MICROS;
        return JobField.span(OptionalLong.of(micros.getAsLong() / MICROS))
                + String.format(Locale.ROOT, ".%02d", hundredths);
    }

    /** A size in bytes as {@code 512B}, {@code 1.5G}; units are powers of 1024. A dash where there is none. */
    public static String size(OptionalLong bytes) {
        if (bytes.isEmpty()) {
            return "-";
        }
        double size = bytes.getAsLong();
        int unit = 0;
        while (size >= STEP && unit < UNITS.length() - 1) {
            size /= STEP;
            unit++;
        }
        return unit == 0 ? bytes.getAsLong() + "B" : String.format(Locale.ROOT, "%.1f%s", size, UNITS.charAt(unit));
    }
}
