package io.banyan.bench.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PassTimesTest {
    private static PassTimes times(double first, double second, double all) {
        return new PassTimes(new TreeMap<>(Map.of(0.001, first, 0.005, second, Double.POSITIVE_INFINITY, all)));
    }

    @Test
    void findsPercentilesBetweenTheBounds() {
        PassTimes times = times(50, 100, 100);
        assertThat(times.count()).isEqualTo(100);
        assertThat(times.millis(25)).isCloseTo(0.5, within(1e-9));
        assertThat(times.millis(50)).isCloseTo(1, within(1e-9));
        assertThat(times.millis(75)).isCloseTo(3, within(1e-9));
    }

    @Test
    void saysTheLastBoundWhereAPassTookLonger() {
        assertThat(times(50, 60, 100).millis(99)).isCloseTo(5, within(1e-9));
    }

    @Test
    void tellsTheNewOnesFromThoseBefore() {
        PassTimes since = times(60, 100, 100).since(times(60, 60, 60));
        assertThat(since.count()).isEqualTo(40);
        assertThat(since.millis(50)).isCloseTo(3, within(1e-9));
        assertThat(since.and(PassTimes.NONE).count()).isEqualTo(40);
        assertThat(PassTimes.NONE.millis(50)).isNaN();
    }
}
