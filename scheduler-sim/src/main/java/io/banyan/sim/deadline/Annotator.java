package io.banyan.sim.deadline;

import io.banyan.sim.workload.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Gives jobs of a trace their deadlines. The slack of a job, in run times, is uniform from 0 to twice its mean, which
 * grows with the logarithm of the size: the more nodes, the more important the job.
 *
 * @param meanSlack mean slack of a job of one node
 * @param slackBySize by how much the mean is larger for a job of the whole machine
 */
public record Annotator(double meanSlack, double slackBySize) {
    /** The jobs with their deadlines. The same seed gives the same deadlines. O(jobs). */
    public List<DeadlineJob> annotated(List<TraceJob> jobs, int nodes, long seed) {
        var random = new SplittableRandom(seed);
        List<DeadlineJob> annotated = new ArrayList<>(jobs.size());
        for (TraceJob job : jobs) {
            double share = nodes == 1 ? 0 : StrictMath.log(job.size()) / StrictMath.log(nodes);
            double slack = 2 * (meanSlack + slackBySize * share) * random.nextDouble();
            long runSec = Math.max(1, job.runSec());
            annotated.add(new DeadlineJob(
                    annotated.size() + 1L,
                    job.size(),
                    job.submitSec(),
                    runSec,
                    job.submitSec() + runSec + (long) (slack * runSec)));
        }
        return annotated;
    }
}
