package io.banyan.sim.generate;

import io.banyan.sim.workload.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Rigid jobs of the model of Lublin and Feitelson, <i>The workload on parallel supercomputers: modeling the
 * characteristics of rigid jobs</i> (J. Parallel Distrib. Comput. 63, 2003), with the parameters that they found for
 * batch and interactive jobs together.
 *
 * <ul>
 *   <li>A job has one processor, or 2 to the power of a number that is drawn from a two-stage uniform distribution, and
 * mostly made whole.
 *   <li>The logarithm of its run time is hyper-gamma; the more processors, the sooner it is of the longer part.
 *   <li>The logarithm of the time between two submissions in rush hours is gamma; over the day the rate follows another
 * gamma distribution, of half hours since the quietest one.
 * </ul>
 */
final class Lublin {
    private static final double SERIAL = 0.244;
    private static final double POWER_OF_TWO = 0.576;
    private static final double LEAST_LOG2 = 0.8;
    /** Below the logarithm of the largest size. */
    private static final double MIDDLE_BELOW = 2.5;

    private static final double LOWER_STAGE = 0.86;
    private static final GammaDistribution SHORT = new GammaDistribution(4.2, 0.94);
    private static final GammaDistribution LONG = new GammaDistribution(312, 0.03);
    private static final double SHORT_BY_SIZE = -0.0054;
    private static final double SHORT_AT_ZERO = 0.78;
    private static final double LONGEST_LOG = 12;
    private static final GammaDistribution GAP = new GammaDistribution(10.2303 * 1.0225, 0.4871);
    private static final double LONGEST_GAP_LOG = 13;
    private static final GammaDistribution OF_DAY = new GammaDistribution(8.1737, 3.9631);
    private static final int HALF_HOURS = 48;
    private static final int HALF_HOUR_SEC = 1800;
    /** With which half hour the distribution over the day begins, counted from midnight. */
    private static final int QUIETEST = 11;

    private final SplittableRandom random;
    private final double mostLog2;
    private final double[] rates = new double[HALF_HOURS];

    Lublin(long seed, int nodes) {
        this.random = new SplittableRandom(seed);
        this.mostLog2 = StrictMath.log(nodes) / StrictMath.log(2);
        double sum = 0;
        for (int i = QUIETEST; i < QUIETEST + HALF_HOURS; i++) {
            double rate = OF_DAY.upTo(i + 0.5) - OF_DAY.upTo(i - 0.5);
            rates[(i - 1) % HALF_HOURS] = rate;
            sum += rate;
        }
        for (int i = 0; i < HALF_HOURS; i++) {
            rates[i] *= HALF_HOURS / sum;
        }
    }

    /** So many jobs, from midnight on. O(jobs + half hours that they take). */
    List<TraceJob> jobs(int count) {
        List<TraceJob> jobs = new ArrayList<>(count);
        double at = 0;
        for (int i = 1; i <= count; i++) {
            at = next(at);
            int size = size();
            long run = run(size);
            jobs.add(TraceJob.of(i, (long) at, run, Math.max(1, run), size));
        }
        return jobs;
    }

    private double next(double atSec) {
        double log;
        do {
            log = GAP.draw(random);
        } while (log > LONGEST_GAP_LOG);
        double work = StrictMath.exp(log);
        double at = atSec;
        while (true) {
            long halfHour = (long) Math.floor(at / HALF_HOUR_SEC);
            double rate = rates[(int) (halfHour % HALF_HOURS)];
            double left = (halfHour + 1) * HALF_HOUR_SEC - at;
            if (work <= rate * left) {
                return at + work / rate;
            }
            work -= rate * left;
            at = (halfHour + 1) * (double) HALF_HOUR_SEC;
        }
    }

    private int size() {
        double kind = random.nextDouble();
        if (kind <= SERIAL || mostLog2 < 1) {
            return 1;
        }
        double middle = Math.max(LEAST_LOG2, mostLog2 - MIDDLE_BELOW);
        double log2 = random.nextDouble() <= LOWER_STAGE ? between(LEAST_LOG2, middle) : between(middle, mostLog2);
        double exponent = kind <= SERIAL + POWER_OF_TWO ? Math.round(log2) : log2;
        long size = Math.round(StrictMath.pow(2, exponent));
        return (int) Math.min(size, Math.round(StrictMath.pow(2, mostLog2)));
    }

    private double between(double low, double high) {
        return low + random.nextDouble() * (high - low);
    }

    private long run(int size) {
        double isShort = Math.clamp(SHORT_BY_SIZE * size + SHORT_AT_ZERO, 0, 1);
        double log;
        do {
            log = (random.nextDouble() <= isShort ? SHORT : LONG).draw(random);
        } while (log > LONGEST_LOG);
        return (long) StrictMath.exp(log);
    }
}
