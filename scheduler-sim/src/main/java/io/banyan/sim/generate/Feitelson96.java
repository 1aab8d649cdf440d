package io.banyan.sim.generate;

import io.banyan.sim.workload.TraceJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Rigid jobs in the manner of Feitelson, <i>Packing schemes for gang scheduling</i> (JSSPP 1996).
 *
 * <ul>
 *   <li>The probability of a size falls with a power of it; powers of two are more frequent.
 *   <li>The run time is hyper-exponential; the run time of a larger job is more often of the longer part.
 *   <li>A job runs several times, each time after the end of the time before; most run once.
 *   <li>The times between the first submissions are exponential.
 * </ul>
 */
final class Feitelson96 {
    private static final int MOST_REPEATS = 100;
    private static final double PERCENT = 100;

    private final SplittableRandom random;
    private final Settings settings;
    private final double[] sizes;
    private final double[] repeats;

    /**
     * The settings.
     *
     * @param nodes the largest size
     * @param gapSec mean time between first submissions
     * @param shortSec mean of the shorter part of run times
     * @param longSec mean of the longer part
     * @param powers the factor by which powers of two are more frequent
     * @param order the power of a size with which its probability falls, in hundredths
     * @param longPercent the probability of the longer part for a job of one node, in percent
     * @param longBySize by how much that is higher for a job of all nodes
     * @param repeatOrder the power of a number of runs with which its probability falls, in hundredths
     */
    record Settings(
            int nodes,
            long gapSec,
            long shortSec,
            long longSec,
            long powers,
            long order,
            long longPercent,
            long longBySize,
            long repeatOrder) {}

    Feitelson96(long seed, Settings settings) {
        this.random = new SplittableRandom(seed);
        this.settings = settings;
        this.sizes = new double[settings.nodes];
        for (int i = 0; i < sizes.length; i++) {
            int size = i + 1;
            double weight = StrictMath.pow(size, -settings.order / PERCENT)
                    * (Integer.bitCount(size) == 1 ? settings.powers : 1);
            sizes[i] = weight + (i == 0 ? 0 : sizes[i - 1]);
        }
        this.repeats = new double[MOST_REPEATS];
        for (int i = 0; i < repeats.length; i++) {
            repeats[i] = StrictMath.pow(i + 1, -settings.repeatOrder / PERCENT) + (i == 0 ? 0 : repeats[i - 1]);
        }
    }

    /** So many jobs, in the order of their submission. O(jobs x log jobs). */
    List<TraceJob> jobs(int count) {
        record Drawn(long submitSec, long runSec, int size) {}
        List<Drawn> drawn = new ArrayList<>();
        double at = 0;
        while (drawn.size() < count) {
            at += exponential(settings.gapSec);
            int size = 1 + draw(sizes);
            long run = run(size);
            long again = (long) at;
            for (int left = 1 + draw(repeats); left > 0 && drawn.size() < count; left--) {
                drawn.add(new Drawn(again, run, size));
                again += run;
            }
        }
        drawn.sort(Comparator.comparingLong(Drawn::submitSec));
        List<TraceJob> jobs = new ArrayList<>(count);
        for (Drawn job : drawn) {
            jobs.add(TraceJob.of(jobs.size() + 1, job.submitSec, job.runSec, job.runSec, job.size));
        }
        return jobs;
    }

    private long run(int size) {
        double share = settings.nodes == 1 ? 0 : StrictMath.log(size) / StrictMath.log(settings.nodes);
        boolean isLong = PERCENT * random.nextDouble() < settings.longPercent + settings.longBySize * share;
        return 1 + (long) exponential(isLong ? settings.longSec : settings.shortSec);
    }

    private double exponential(long mean) {
        return -mean * StrictMath.log(1 - random.nextDouble());
    }

    /** A position, with the probability that the sums state. */
    private int draw(double[] sums) {
        double at = random.nextDouble() * sums[sums.length - 1];
        int found = Arrays.binarySearch(sums, at);
        return Math.min(found < 0 ? -found - 1 : found + 1, sums.length - 1);
    }
}
