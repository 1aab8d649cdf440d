package io.banyan.bench.statistics;

import java.util.Arrays;

/**
 * Measured values in a few numbers.
 *
 * @param count how many there are, at least one
 * @param min the smallest
 * @param lower the first quartile
 * @param median half of them are below it
 * @param upper the third quartile
 * @param max the largest
 * @param mean the arithmetic mean
 */
public record ValueSummary(int count, double min, double lower, double median, double upper, double max, double mean) {
    private static final double QUARTER = 0.25;
    private static final double WHISKER_RANGES = 1.5;

    /**
     * Summarises the values. O(n log n).
     *
     * @throws IllegalArgumentException where there are none
     */
    public static ValueSummary of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new ValueSummary(
                sorted.length,
                quantile(sorted, 0),
                quantile(sorted, QUARTER),
                quantile(sorted, 2 * QUARTER),
                quantile(sorted, 3 * QUARTER),
                quantile(sorted, 1),
                Arrays.stream(sorted).average().orElseThrow());
    }

    /**
     * The value below which this part of the values lies, interpolated between the two that are next to it (type 7 of
     * Hyndman and Fan, <i>Sample Quantiles in Statistical Packages</i>, 1996; what numpy and R do by default). O(1).
     *
     * @param part from 0 to 1
     * @throws IllegalArgumentException where there are no values, or the part is none
     */
    public static double quantile(double[] sorted, double part) {
        if (sorted.length == 0 || part < 0 || part > 1) {
            throw new IllegalArgumentException("no quantile " + part + " of " + sorted.length + " values");
        }
        double at = part * (sorted.length - 1);
        int below = (int) Math.floor(at);
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    /** Where the lower whisker of a box plot may reach: one and a half interquartile ranges below the box (Tukey). */
    public double lowerFence() {
        return lower - WHISKER_RANGES * (upper - lower);
    }

    /** Where the upper whisker may reach. */
    public double upperFence() {
        return upper + WHISKER_RANGES * (upper - lower);
    }
}
