package io.banyan.sim.metric;

import java.util.Arrays;

/**
 * An estimate of a mean from a sample.
 *
 * @param mean of the sample
 * @param halfWidth of the interval around it that holds the true mean with a probability of 95 %, by Student's t; 0
 *     where the sample is of one
 * @param count how many were measured
 */
public record MeanEstimate(double mean, double halfWidth, int count) {
    /** For 1 to 30 degrees of freedom: the value that is exceeded on either side with a probability of 2.5 %. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
    };

    private static final double NORMAL = 1.959964;

    /** That of these values. O(n). */
    public static MeanEstimate of(double[] values) {
        int n = values.length;
        double mean = Arrays.stream(values).average().orElse(0);
        if (n < 2) {
            return new MeanEstimate(mean, 0, n);
        }
        double squares =
                Arrays.stream(values).map(it -> (it - mean) * (it - mean)).sum();
        return new MeanEstimate(mean, student(n - 1) * Math.sqrt(squares / (n - 1) / n), n);
    }

    /** Whether the sign of the mean is open: the interval contains 0, or the sample is too small for an interval. */
    public boolean isOpen() {
        return count < 2 || Math.abs(mean) <= halfWidth;
    }

    /** Beyond the table by the first terms of its expansion at the normal distribution. */
    static double student(int freedom) {
        if (freedom <= STUDENT.length) {
            return STUDENT[freedom - 1];
        }
        double cube = NORMAL * NORMAL * NORMAL;
        double fifth = cube * NORMAL * NORMAL;
        return NORMAL
                + (cube + NORMAL) / (4 * freedom)
                + (5 * fifth + 16 * cube + 3 * NORMAL) / (96.0 * freedom * freedom);
    }
}
