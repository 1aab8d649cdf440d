package io.banyan.sim.metric;

import java.util.Arrays;

/**
 * The distribution of a number over many jobs; all fields are zero if there is no job.
 *
 * @param weighted the mean, in which each job counts as much as its weight
 * @param p50 the median: the smallest value that no fewer than half of the jobs are at or below. The others in the same
 *     way
 */
public record Spread(double mean, double weighted, double p50, double p90, double p95, double p99, double max) {
    private static final Spread NONE = new Spread(0, 0, 0, 0, 0, 0, 0);

    /** That of these values, each with its weight. O(n log n). */
    public static Spread of(double[] values, double[] weights) {
        if (values.length == 0) {
            return NONE;
        }
        double sum = 0;
        double weight = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i] * weights[i];
            weight += weights[i];
        }
        double mean = Arrays.stream(values).average().orElse(0);
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(
                mean,
                weight == 0 ? mean : sum / weight,
                at(sorted, 0.5),
                at(sorted, 0.9),
                at(sorted, 0.95),
                at(sorted, 0.99),
                at(sorted, 1));
    }

    private static double at(double[] sorted, double part) {
        return sorted[(int) Math.ceil(part * sorted.length) - 1];
    }
}
