package io.banyan.sim.workload;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;

/**
 * An outcome in numbers. Times are in seconds; an empty outcome is all zeros.
 *
 * @param jobs how many ran
 * @param makespanSec from the first submission to the last end
 * @param utilisation the part of the machine that was in use in that time, 0 to 1
 * @param waiting from submission to start
 * @param response from submission to end
 * @param slowdown bounded slowdown ({@link JobRun#boundedSlowdown})
 */
public record Summary(
        int jobs, long makespanSec, double utilisation, Spread waiting, Spread response, Spread slowdown) {
    /**
     * What a number is over all jobs.
     *
     * @param p50 the median: the smallest value that no fewer than half of the jobs are at or below
     */
    public record Spread(double mean, double p50, double p95, double max) {
        static Spread of(Outcome outcome, ToDoubleFunction<JobRun> number) {
            double[] all = outcome.runs().stream().mapToDouble(number).sorted().toArray();
            return new Spread(Arrays.stream(all).average().orElse(0), at(all, 0.5), at(all, 0.95), at(all, 1));
        }

        private static double at(double[] sorted, double part) {
            return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(part * sorted.length) - 1];
        }
    }

    /**
     * That of an outcome.
     *
     * @param capacity how many of what jobs ask for the machine has
     */
    public static Summary of(Outcome outcome, long capacity) {
        long first = outcome.workload().jobs().stream()
                .mapToLong(TraceJob::submitSec)
                .min()
                .orElse(0);
        long last = outcome.runs().stream().mapToLong(JobRun::endSec).max().orElse(first);
        double used = outcome.runs().stream()
                .mapToDouble(run -> (double) run.job().size() * (run.endSec() - run.startSec()))
                .sum();
        return new Summary(
                outcome.runs().size(),
                last - first,
                last == first ? 0 : used / ((double) capacity * (last - first)),
                Spread.of(outcome, JobRun::waitSec),
                Spread.of(outcome, JobRun::responseSec),
                Spread.of(outcome, JobRun::boundedSlowdown));
    }
}
