package io.banyan.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {
    @ParameterizedTest
    @CsvSource({"9.1,8,2,10", "10,5,2,10", "4480,8,1000,5000", "0.7,8,0.1,0.7", "1,1,1,1", "36.5,8,5,40", "300,8,50,300"
    })
    void endsAtARoundValueThatIsNotBelowTheLargest(double most, int ticks, double step, double high) {
        Scale scale = Scale.upTo(most, ticks, 0, 100);
        assertThat(scale.step()).isCloseTo(step, within(1e-9));
        assertThat(scale.high()).isCloseTo(high, within(1e-9));
        assertThat(scale.ticks()).hasSizeLessThanOrEqualTo(ticks + 1).startsWith(0.0);
    }

    @Test
    void placesValuesLinearlyAlsoUpward() {
        Scale scale = Scale.upTo(10, 5, 350, 50);
        assertThat(scale.place(0)).isEqualTo(350);
        assertThat(scale.place(5)).isEqualTo(200);
        assertThat(scale.place(10)).isEqualTo(50);
    }

    @Test
    void labelsHaveTheDecimalsOfTheStep() {
        assertThat(Scale.upTo(0.7, 8, 0, 1).label(0.30000000000000004)).isEqualTo("0.3");
        assertThat(Scale.upTo(4480, 8, 0, 1).label(3000)).isEqualTo("3,000");
        assertThat(Scale.upTo(0.02, 8, 0, 1).label(0.005)).isEqualTo("0.005");
    }

    @Test
    void nothingMeasuredStillHasAScale() {
        assertThat(Scale.upTo(0, 8, 0, 1).high()).isEqualTo(1);
    }
}
