package io.banyan.sim.report;

import io.banyan.sim.plot.Series;
import io.banyan.sim.workload.JobRun;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Lines for plots, from the outcomes of jobs; with no more points than are visible. */
final class Curves {
    /** A plot has about as many columns. */
    static final int MOST_POINTS = 450;

    /** The least wait on a logarithmic axis, for jobs that did not wait. */
    static final double LEAST_WAIT_SEC = 1;

    private Curves() {}

    private static void add(Map<Long, Long> changes, long from, long to, long amount) {
        changes.merge(from, amount, Long::sum);
        changes.merge(to, -amount, Long::sum);
    }

    /** The part of the machine in use, 0 to 100: the mean over each of equal pieces of time. */
    static Series utilisation(String name, List<JobRun> runs, long fromSec, long toSec, long capacity, TimeUnit unit) {
        Map<Long, Long> changes = new TreeMap<>();
        runs.forEach(run -> add(changes, run.startSec(), run.endSec(), run.job().size()));
        return sampled(name, changes, fromSec, toSec, unit, 100.0 / capacity);
    }

    /** How many jobs wait: the mean over each of equal pieces of time. */
    static Series waiting(String name, List<JobRun> runs, long fromSec, long toSec, TimeUnit unit) {
        Map<Long, Long> changes = new TreeMap<>();
        runs.forEach(run -> add(changes, run.job().submitSec(), run.startSec(), 1));
        return sampled(name, changes, fromSec, toSec, unit, 1);
    }

    private static Series sampled(
            String name, Map<Long, Long> changes, long fromSec, long toSec, TimeUnit unit, double scale) {
        int pieces = Math.clamp(toSec - fromSec, 1, MOST_POINTS);
        double length = Math.max(1, toSec - fromSec) / (double) pieces;
        double[] area = new double[pieces];
        long at = fromSec;
        long level = 0;
        for (Map.Entry<Long, Long> change : changes.entrySet()) {
            spread(area, (at - fromSec) / length, (change.getKey() - fromSec) / length, level);
            at = change.getKey();
            level += change.getValue();
        }
        double[] x = new double[pieces + 1];
        double[] y = new double[pieces + 1];
        for (int i = 0; i <= pieces; i++) {
            x[i] = unit.of(fromSec) + (unit.of(toSec) - unit.of(fromSec)) * i / pieces;
            y[i] = area[Math.min(i, pieces - 1)] * scale;
        }
        // A step is drawn to the next time and then up or down: the value from a time on stands at the time.
        return Series.steps(name, x, y);
    }

    private static void spread(double[] area, double from, double to, long level) {
        for (int i = (int) Math.floor(from); i < area.length && i < to; i++) {
            area[i] += level * (Math.min(to, i + 1) - Math.max(from, i));
        }
    }

    /** For each wait the part of the jobs that waited for no longer, 0 to 100. */
    static Series waits(String name, List<JobRun> runs) {
        double[] sorted = runs.stream()
                .mapToDouble(run -> Math.max(LEAST_WAIT_SEC, (double) run.waitSec()))
                .sorted()
                .toArray();
        int n = sorted.length;
        int points = Math.min(n, MOST_POINTS);
        double[] x = new double[points + 1];
        double[] y = new double[points + 1];
        Arrays.fill(x, 0, 1, LEAST_WAIT_SEC);
        for (int i = 1; i <= points; i++) {
            int upTo = (int) ((long) i * n / points);
            x[i] = sorted[upTo - 1];
            y[i] = 100.0 * upTo / n;
        }
        return Series.steps(name, x, y);
    }
}
