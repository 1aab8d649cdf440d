package io.banyan.sim.deadline;

import io.banyan.sim.generate.Generator;
import java.util.List;
import java.util.Locale;

/**
 * A model of jobs with deadlines: the model {@code feitelson96}, and the slack of its jobs.
 *
 * @param shortSec mean of the shorter part of run times
 * @param longSec mean of the longer part
 * @param powers the factor by which sizes that are powers of two are more frequent
 * @param order the power of a size with which its probability falls, in hundredths
 * @param longPercent the probability of the longer part for a job of one node, in percent
 * @param longBySize by how much that is higher for a job of all nodes
 * @param repeatOrder the power of a number of runs with which its probability falls, in hundredths
 */
public record DeadlineWorkload(
        long shortSec,
        long longSec,
        long powers,
        long order,
        long longPercent,
        long longBySize,
        long repeatOrder,
        Annotator slack) {
    /** The workload whose acceptance by counts comes near to that of the paper; found by {@link Calibration}. */
    public static final DeadlineWorkload USUAL =
            new DeadlineWorkload(211, 62_963, 2, 148, 42, 58, 201, new Annotator(0.26, 8.3));

    /** So many jobs, in the order of their submission. The same seed gives the same jobs. O(jobs x log jobs). */
    public List<DeadlineJob> jobs(int count, int nodes, long gapSec, long seed) {
        var model = Generator.parse("feitelson96:jobs=" + count + ",nodes=" + nodes + ",gap=" + gapSec + ",short="
                + shortSec + ",long=" + longSec + ",powers=" + powers + ",order=" + order + ",long-percent="
                + longPercent + ",long-by-size=" + longBySize + ",repeat-order=" + repeatOrder);
        return slack.annotated(model.trace(seed).workload().jobs(), nodes, seed);
    }

    /** The settings as one line. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "short=%d long=%d powers=%d order=%d long-percent=%d long-by-size=%d repeat-order=%d slack=%.2f "
                        + "slack-by-size=%.2f",
                shortSec,
                longSec,
                powers,
                order,
                longPercent,
                longBySize,
                repeatOrder,
                slack.meanSlack(),
                slack.slackBySize());
    }
}
