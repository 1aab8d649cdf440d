package io.banyan.bench.statistics;

/**
 * A linear model of one variable.
 *
 * @param slope the increase of y per unit of x
 * @param intercept y where x is 0
 */
public record Line(double slope, double intercept) {

    /**
     * The line with the least sum of squared errors (ordinary least squares). O(n).
     *
     * @throws IllegalArgumentException where the points have fewer than two different x
     */
    public static Line fit(PlotPoints points) {
        double meanX = mean(points, true);
        double meanY = mean(points, false);
        double xx = 0;
        double xy = 0;
        for (int i = 0; i < points.size(); i++) {
            double dx = points.x(i) - meanX;
            xx += dx * dx;
            xy += dx * (points.y(i) - meanY);
        }
        if (xx == 0) {
            throw new IllegalArgumentException("a line needs points with at least two different x");
        }
        double slope = xy / xx;
        return new Line(slope, meanY - slope * meanX);
    }

    /** The y of an x. */
    public double at(double x) {
        return slope * x + intercept;
    }

    /**
     * How much of the variance of y the line explains: 1 for all of it, less than 0 where the mean would be the better
     * guess (coefficient of determination). NaN where y does not vary. O(n).
     */
    public double rSquared(PlotPoints points) {
        double mean = mean(points, false);
        double residual = 0;
        double total = 0;
        for (int i = 0; i < points.size(); i++) {
            double error = points.y(i) - at(points.x(i));
            double deviation = points.y(i) - mean;
            residual += error * error;
            total += deviation * deviation;
        }
        return total == 0 ? Double.NaN : 1 - residual / total;
    }

    /** The mean absolute error in parts of the measured y (0.01 is one percent), which must not be 0. O(n). */
    public double mape(PlotPoints points) {
        double sum = 0;
        for (int i = 0; i < points.size(); i++) {
            sum += Math.abs((points.y(i) - at(points.x(i))) / points.y(i));
        }
        return sum / points.size();
    }

    private static double mean(PlotPoints points, boolean ofX) {
        double sum = 0;
        for (int i = 0; i < points.size(); i++) {
            sum += ofX ? points.x(i) : points.y(i);
        }
        return sum / points.size();
    }
}
