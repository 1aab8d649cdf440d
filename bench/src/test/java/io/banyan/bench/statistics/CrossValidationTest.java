package io.banyan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CrossValidationTest {
    private static final int FOLDS = 5;

    @Test
    void aTrueLinePredictsEveryFold() {
        var points = new PlotPoints();
        for (int i = 1; i <= 20; i++) {
            points.add(i, 2 * i + 1);
        }
        CrossValidation validation = CrossValidation.of(points, FOLDS, 1);
        assertThat(validation.mape()).isCloseTo(0, within(1e-12));
        assertThat(validation.rSquared()).isCloseTo(1, within(1e-12));
    }

    @Test
    void twoFoldsOfFourPointsAreEachPredictedByTheOther() {
        // However four points are dealt into two folds of two, each fold's line goes through its two points exactly.
        var points = new PlotPoints().add(1, 1).add(2, 4).add(3, 9).add(4, 16);
        double expected = 0;
        boolean found = false;
        CrossValidation validation = CrossValidation.of(points, 2, 3);
        int[][] pairs = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}};
        for (int[] pair : pairs) {
            PlotPoints one = new PlotPoints()
                    .add(points.x(pair[0]), points.y(pair[0]))
                    .add(points.x(pair[1]), points.y(pair[1]));
            PlotPoints two = new PlotPoints()
                    .add(points.x(pair[2]), points.y(pair[2]))
                    .add(points.x(pair[3]), points.y(pair[3]));
            expected = (Line.fit(one).mape(two) + Line.fit(two).mape(one)) / 2;
            found |= Math.abs(expected - validation.mape()) < 1e-12;
        }
        assertThat(found).isTrue();
    }

    @Test
    void theSameSeedDealsTheSame() {
        var random = new Random(5);
        var points = new PlotPoints();
        for (int i = 0; i < 100; i++) {
            points.add(i, i + random.nextGaussian() * 10);
        }
        assertThat(CrossValidation.of(points, FOLDS, 1)).isEqualTo(CrossValidation.of(points, FOLDS, 1));
        assertThat(CrossValidation.of(points, FOLDS, 1)).isNotEqualTo(CrossValidation.of(points, FOLDS, 2));
    }

    @Test
    void noiseIsPredictedWorseThanByItsMean() {
        var random = new Random(5);
        var points = new PlotPoints();
        for (int i = 0; i < 50; i++) {
            points.add(i, random.nextDouble() + 1);
        }
        assertThat(CrossValidation.of(points, FOLDS, 1).rSquared()).isLessThan(0.1);
    }

    @Test
    void tooFewPointsAreRefused() {
        assertThatThrownBy(() -> CrossValidation.of(new PlotPoints().add(1, 1).add(2, 2), FOLDS, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("2 points cannot be dealt into 5 folds");
    }
}
