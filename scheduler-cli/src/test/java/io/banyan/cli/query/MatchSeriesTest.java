package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MatchSeriesTest {
    @Test
    void knowsRangeMeanAndVarianceOfEachOutcome() {
        var statistics = new MatchSeries();
        for (double seconds : new double[] {2, 4, 4, 4, 5, 5, 7, 9}) {
            statistics.add(true, seconds, 10, 3);
        }
        statistics.add(false, 1, 5, 0);
        MatchSeries.Series found = statistics.succeeded();
        // The mean is 5; the squares of the distances are 9, 1, 1, 1, 0, 0, 4 and 16, together 32 in 8 numbers.
        assertThat(found.count()).isEqualTo(8);
        assertThat(found.min()).isEqualTo(2);
        assertThat(found.max()).isEqualTo(9);
        assertThat(found.mean()).isCloseTo(5, within(1e-12));
        assertThat(found.variance()).isCloseTo(4, within(1e-12));
        assertThat(statistics.failed().count()).isEqualTo(1);
        assertThat(statistics.failed().variance()).isZero();
        assertThat(statistics.preorder()).isEqualTo(85);
        assertThat(statistics.postorder()).isEqualTo(24);
    }

    @Test
    void saysNothingButZeroOfNoMatches() {
        var statistics = new MatchSeries();
        assertThat(statistics.succeeded().min()).isZero();
        assertThat(statistics.succeeded().max()).isZero();
        assertThat(statistics.succeeded().mean()).isZero();
        assertThat(statistics.succeeded().variance()).isZero();
    }
}
