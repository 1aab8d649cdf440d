package io.banyan.bench.plot;

import io.banyan.bench.statistics.ValueSummary;
import java.util.Arrays;

/**
 * Measured values as a box plot shows them (Tukey, <i>Exploratory Data Analysis</i>, 1977).
 *
 * @param summary the quartiles are the box
 * @param lowerWhisker the smallest value within one and a half boxes of the box
 * @param upperWhisker the largest such value
 * @param outliers all values beyond the whiskers
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared: drawn once.
record Box(ValueSummary summary, double lowerWhisker, double upperWhisker, double[] outliers) {

    /** The box of at least one value. O(n log n). */
    static Box of(double[] values) {
        ValueSummary summary = ValueSummary.of(values);
        double[] within = Arrays.stream(values)
                .filter(value -> value >= summary.lowerFence() && value <= summary.upperFence())
                .sorted()
                .toArray();
        double[] outliers = Arrays.stream(values)
                .filter(value -> value < summary.lowerFence() || value > summary.upperFence())
                .sorted()
                .toArray();
        return new Box(summary, within[0], within[within.length - 1], outliers);
    }
}
