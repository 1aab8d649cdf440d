package io.banyan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LineTest {
    @Test
    void findsTheLineOnWhichAllPointsLie() {
        var points = new PlotPoints().add(0, 1).add(1, 3).add(5, 11);
        Line line = Line.fit(points);
        assertThat(line.slope()).isCloseTo(2, within(1e-12));
        assertThat(line.intercept()).isCloseTo(1, within(1e-12));
        assertThat(line.rSquared(points)).isCloseTo(1, within(1e-12));
        assertThat(line.mape(points)).isCloseTo(0, within(1e-12));
    }

    @Test
    void fitsAndJudgesByHand() {
        // Means 2 and 3; slope (1*1 + 0*1 + 1*2)/2 = 1.5 with y = 2, 2, 5; errors 0.5, -1, 0.5; 1 - 1.5/6.
        var points = new PlotPoints().add(1, 2).add(2, 2).add(3, 5);
        Line line = Line.fit(points);
        assertThat(line).isEqualTo(new Line(1.5, 0));
        assertThat(line.rSquared(points)).isCloseTo(0.75, within(1e-12));
        assertThat(line.mape(points)).isCloseTo((0.25 + 0.5 + 0.1) / 3, within(1e-12));
    }

    @Test
    void noOtherLineHasSmallerSquaredErrors() {
        long seed = 11;
        var random = new Random(seed);
        var points = new PlotPoints();
        for (int i = 0; i < 200; i++) {
            points.add(i, 3 * i + 100 * random.nextGaussian());
        }
        Line best = Line.fit(points);
        for (double change : new double[] {-0.01, 0.01}) {
            assertThat(squaredErrors(new Line(best.slope() + change, best.intercept()), points))
                    .as("seed %d", seed)
                    .isGreaterThan(squaredErrors(best, points));
            assertThat(squaredErrors(new Line(best.slope(), best.intercept() + change), points))
                    .as("seed %d", seed)
                    .isGreaterThan(squaredErrors(best, points));
        }
    }

    @Test
    void pointsAboveOneAnotherHaveNoLine() {
        assertThatThrownBy(() -> Line.fit(new PlotPoints().add(3, 1).add(3, 2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two different x");
    }

    @Test
    void aFlatCloudHasNoPartThatIsExplained() {
        assertThat(new Line(0, 1).rSquared(new PlotPoints().add(0, 1).add(1, 1)))
                .isNaN();
    }

    private static double squaredErrors(Line line, PlotPoints points) {
        double sum = 0;
        for (int i = 0; i < points.size(); i++) {
            double error = points.y(i) - line.at(points.x(i));
            sum += error * error;
        }
        return sum;
    }
}
