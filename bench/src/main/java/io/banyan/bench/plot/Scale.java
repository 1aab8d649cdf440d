package io.banyan.bench.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Maps values to places on an axis, linearly. The values that have a tick are multiples of 1, 2 or 5 times a power of
 * ten.
 *
 * @param low the value at the place {@code from}
 * @param high the value at the place {@code to}
 * @param step between two ticks
 * @param from a place in the picture
 * @param to a place in the picture, before or behind {@code from}
 */
record Scale(double low, double high, double step, double from, double to) {
    private static final double[] STEPS = {1, 2, 5, 10};
    /** So much of a step is lost to rounding at most. */
    private static final double ROUNDING = 1e-9;

    /**
     * A scale that begins at 0 and ends at the first tick that is not below the largest value.
     *
     * @param most the largest value; where it is not above 0, the scale ends at 1
     * @param ticks how many steps there should be at most
     */
    static Scale upTo(double most, int ticks, double from, double to) {
        double largest = most > 0 ? most : 1;
        double rough = largest / ticks;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = 10 * power;
        for (double candidate : STEPS) {
            if (candidate * power >= rough * (1 - ROUNDING)) {
                step = candidate * power;
                break;
            }
        }
        return new Scale(0, step * Math.ceil(largest / step - ROUNDING), step, from, to);
    }

    /** Where a value lies. */
    double place(double value) {
        return from + (value - low) / (high - low) * (to - from);
    }

    /** The values that have a tick, the lowest first. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        long count = Math.round((high - low) / step);
        for (long i = 0; i <= count; i++) {
            ticks.add(low + i * step);
        }
        return ticks;
    }

    /** A tick's value with as many decimals as its step has. */
    String label(double tick) {
        int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + ROUNDING));
        return String.format(Locale.ROOT, "%,." + decimals + "f", tick);
    }
}
