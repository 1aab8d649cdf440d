package io.banyan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValueSummaryTest {
    @Test
    void interpolatesBetweenTheTwoValuesNextToAQuantile() {
        // Positions 0.75, 1.5 and 2.25 of four values, as numpy.percentile gives them.
        assertThat(ValueSummary.of(new double[] {40, 10, 30, 20}))
                .isEqualTo(new ValueSummary(4, 10, 17.5, 25, 32.5, 40, 25));
    }

    @Test
    void aSingleValueIsAllItsQuantiles() {
        assertThat(ValueSummary.of(new double[] {7})).isEqualTo(new ValueSummary(1, 7, 7, 7, 7, 7, 7));
    }

    @Test
    void leavesTheMeasuredValuesInTheirOrder() {
        double[] values = {3, 1, 2};
        ValueSummary.of(values);
        assertThat(values).containsExactly(3, 1, 2);
    }

    @Test
    void everyQuantileOfRandomValuesHasItsPartBelowIt() {
        long seed = 7;
        var random = new Random(seed);
        double[] sorted = random.doubles(101).sorted().toArray();
        for (int percent = 0; percent <= 100; percent++) {
            double quantile = ValueSummary.quantile(sorted, percent / 100.0);
            assertThat(Arrays.stream(sorted).filter(value -> value < quantile).count())
                    .as("seed %d, %d percent", seed, percent)
                    .isBetween(percent - 1L, percent + 1L); // One more or less where rounding lands next to a value.
        }
    }

    @Test
    void aQuantileOfNothingIsRefused() {
        assertThatThrownBy(() -> ValueSummary.of(new double[0])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ValueSummary.quantile(new double[] {1}, 1.5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no quantile 1.5 of 1 values");
    }

    @Test
    void whiskersReachOneAndAHalfBoxes() {
        ValueSummary summary = ValueSummary.of(new double[] {0, 10, 20, 30, 40});
        assertThat(summary.lowerFence()).isCloseTo(-20, within(1e-9));
        assertThat(summary.upperFence()).isCloseTo(60, within(1e-9));
    }
}
