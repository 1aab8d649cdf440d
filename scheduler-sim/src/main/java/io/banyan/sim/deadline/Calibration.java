package io.banyan.sim.deadline;

import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Searches for the workload whose jobs are accepted by counts as often as in the paper, and whose latest deadline is
 * the paper's simulated time. The reason for the latter: at normal load the paper's time is longer than at the other
 * loads by half of the time in which the jobs are submitted, as the latest deadline is. The search tries random
 * settings first, and then settings near the best ones. The same seed gives the same result.
 *
 * @param jobs in each workload
 * @param firstSeed of the workloads
 * @param seeds how many workloads for each load
 */
public record Calibration(Topology topology, int jobs, long firstSeed, int seeds) {
    private static final double DAY_SEC = 86_400;
    /** An error of the time counts less than one of the accepted jobs. */
    private static final double TIME_WEIGHT = 0.15;

    private static final double HUNDREDTHS = 100;

    /** The number of jobs in the paper. */
    private static final int TARGET_JOBS = 1000;

    /** The range of each setting; those of times, powers of two and slack are logarithms. */
    private static final double[][] RANGES = {
        {StrictMath.log(300), StrictMath.log(50_000)},
        {StrictMath.log(5_000), StrictMath.log(600_000)},
        {0, StrictMath.log(32)},
        {20, 220},
        {0, 40},
        {0, 100},
        {100, 600},
        {StrictMath.log(0.05), StrictMath.log(15)},
        {-3, 12}
    };

    /**
     * One load of a workload.
     *
     * @param accepted the mean number of jobs that are accepted by counts
     * @param days the mean of the latest deadline
     */
    public record Point(LoadLevel load, double accepted, double days) {}

    /**
     * A workload with its results.
     *
     * @param error the sum of the squared logarithms of the ratios to the paper's results
     */
    public record Fit(DeadlineWorkload workload, List<Point> points, double error) {
        /** Copies the list. */
        public Fit {
            points = List.copyOf(points);
        }
    }

    /**
     * Whether the times are compared with those of the paper. Those of another number of jobs are not, since the latest
     * deadline is not proportional to the number of jobs.
     */
    public boolean comparesTimes() {
        return jobs == TARGET_JOBS;
    }

    /** The results of a workload. The runs use the threads of the calling pool. */
    public Fit measure(DeadlineWorkload workload) {
        List<Point> points = new ArrayList<>();
        double error = 0;
        for (LoadLevel load : LoadLevel.values()) {
            Drawn[] drawn = IntStream.range(0, seeds)
                    .parallel()
                    .mapToObj(i -> drawn(workload, load, firstSeed + i))
                    .toArray(Drawn[]::new);
            double accepted =
                    Arrays.stream(drawn).mapToDouble(Drawn::accepted).average().orElse(0);
            double days =
                    Arrays.stream(drawn).mapToDouble(Drawn::days).average().orElse(0);
            points.add(new Point(load, accepted, days));
            error += square(accepted * TARGET_JOBS / jobs / load.countedInPaper())
                    + (comparesTimes() ? TIME_WEIGHT * square(days / load.daysInPaper()) : 0);
        }
        return new Fit(workload, points, error);
    }

    private record Drawn(double accepted, double days) {}

    private Drawn drawn(DeadlineWorkload workload, LoadLevel load, long seed) {
        List<DeadlineJob> found = workload.jobs(jobs, topology.nodes(), load.gapSec(), seed);
        long lastSec = found.stream().mapToLong(DeadlineJob::deadlineSec).max().orElse(0);
        return new Drawn(BookingRun.of(found, topology, MappingRule.COUNT).accepted(), lastSec / DAY_SEC);
    }

    private static double square(double ratio) {
        double log = StrictMath.log(Math.max(ratio, 1e-9));
        return log * log;
    }

    /**
     * Searches. O(tries x seeds x jobs x changes).
     *
     * @param start the first workload that is tried
     * @param isLocal whether only settings near the best ones are tried
     * @param onTry gets the best workload so far after each try
     */
    public Fit search(DeadlineWorkload start, boolean isLocal, int tries, long seed, Consumer<Fit> onTry) {
        var random = new SplittableRandom(seed);
        double[] best = settings(start);
        Fit fit = measure(start);
        for (int i = 0; i < tries; i++) {
            boolean isRandom = !isLocal && i < tries / 3;
            double[] tried = isRandom ? anywhere(random) : near(best, i < 2 * tries / 3 ? 0.12 : 0.04, random);
            Fit found = measure(workload(tried));
            if (found.error < fit.error) {
                fit = found;
                best = tried;
            }
            onTry.accept(fit);
        }
        return fit;
    }

    private static double[] anywhere(SplittableRandom random) {
        return Arrays.stream(RANGES)
                .mapToDouble(range -> range[0] + random.nextDouble() * (range[1] - range[0]))
                .toArray();
    }

    /** Some settings change more than the others. */
    private static double[] near(double[] best, double width, SplittableRandom random) {
        return IntStream.range(0, best.length)
                .mapToDouble(i -> {
                    double[] range = RANGES[i];
                    double step = random.nextGaussian() * (range[1] - range[0]) * width;
                    double change = random.nextInt(3) == 0 ? step : step / 3;
                    return Math.clamp(best[i] + change, range[0], range[1]);
                })
                .toArray();
    }

    private static double[] settings(DeadlineWorkload workload) {
        return new double[] {
            StrictMath.log((double) workload.shortSec()),
            StrictMath.log((double) workload.longSec()),
            StrictMath.log((double) workload.powers()),
            workload.order(),
            workload.longPercent(),
            workload.longBySize(),
            workload.repeatOrder(),
            StrictMath.log(workload.slack().meanSlack()),
            workload.slack().slackBySize()
        };
    }

    private static DeadlineWorkload workload(double[] settings) {
        long longPercent = Math.round(settings[4]);
        return new DeadlineWorkload(
                Math.round(StrictMath.exp(settings[0])),
                Math.round(StrictMath.exp(settings[1])),
                Math.round(StrictMath.exp(settings[2])),
                Math.round(settings[3]),
                longPercent,
                Math.min(Math.round(settings[5]), 100 - longPercent),
                Math.round(settings[6]),
                new Annotator(
                        Math.round(StrictMath.exp(settings[7]) * HUNDREDTHS) / HUNDREDTHS,
                        Math.max(0, Math.round(settings[8] * HUNDREDTHS) / HUNDREDTHS)));
    }
}
