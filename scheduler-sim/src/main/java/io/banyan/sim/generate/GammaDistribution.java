package io.banyan.sim.generate;

import java.util.random.RandomGenerator;

/**
 * The gamma distribution. All arithmetic is {@link StrictMath}'s, so that a seed gives the same numbers on every
 * machine.
 *
 * @param shape alpha, more than 0
 * @param scale beta, more than 0; the mean is {@code shape x scale}
 */
record GammaDistribution(double shape, double scale) {
    private static final double SMALL = 1e-12;
    private static final int MOST_TERMS = 10_000;
    /** Lanczos' approximation of the logarithm of the gamma function (g = 7, n = 9). */
    private static final double[] LANCZOS = {
        0.9999999999998099,
        676.5203681218851,
        -1259.1392167224028,
        771.3234287776531,
        -176.6150291621406,
        12.507343278686905,
        -0.13857109526572012,
        9.984369578019572e-6,
        1.5056327351493116e-7
    };

    GammaDistribution {
        if (!(shape > 0 && scale > 0)) {
            throw new IllegalArgumentException("a gamma distribution of shape " + shape + " and scale " + scale);
        }
    }

    /** One number (Marsaglia and Tsang, 2000). O(1) on average. */
    double draw(RandomGenerator random) {
        if (shape < 1) {
            double more = new GammaDistribution(shape + 1, scale).draw(random);
            return more * StrictMath.pow(positive(random), 1 / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / StrictMath.sqrt(9 * d);
        while (true) {
            double x = normal(random);
            double v = 1 + c * x;
            v = v * v * v;
            if (v > 0 && StrictMath.log(positive(random)) < 0.5 * x * x + d - d * v + d * StrictMath.log(v)) {
                return d * v * scale;
            }
        }
    }

    /** Marsaglia's polar method. */
    private static double normal(RandomGenerator random) {
        while (true) {
            double u = 2 * random.nextDouble() - 1;
            double v = 2 * random.nextDouble() - 1;
            double s = u * u + v * v;
            if (s < 1 && s > 0) {
                return u * StrictMath.sqrt(-2 * StrictMath.log(s) / s);
            }
        }
    }

    private static double positive(RandomGenerator random) {
        return 1 - random.nextDouble();
    }

    /** The probability of this or less, by its series. O(x + shape) terms. */
    double upTo(double x) {
        if (x <= 0) {
            return 0;
        }
        double z = x / scale;
        double term = 1 / shape;
        double sum = term;
        for (int i = 1; i < MOST_TERMS && term > sum * SMALL; i++) {
            term *= z / (shape + i);
            sum += term;
        }
        return Math.min(1, sum * StrictMath.exp(shape * StrictMath.log(z) - z - logGamma(shape)));
    }

    private static double logGamma(double x) {
        double sum = LANCZOS[0];
        for (int i = 1; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (x - 1 + i);
        }
        double t = x + 6.5;
        return 0.5 * StrictMath.log(2 * StrictMath.PI) + (x - 0.5) * StrictMath.log(t) - t + StrictMath.log(sum);
    }
}
