package io.banyan.sim.workflow;

import io.banyan.sim.workload.TraceJob;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A stream of jobs, and the time at which a workflow is injected into it.
 *
 * @param jobs the jobs in the order of their submissions, the first at 0
 * @param injectSec the time of the injection: between the submissions of 40 % and of 60 % of the jobs
 */
public record JobStream(List<TraceJob> jobs, long injectSec) {
    private static final double FIRST_PART = 0.4;
    private static final double LAST_PART = 0.6;

    /** Copies the list. */
    public JobStream {
        jobs = List.copyOf(jobs);
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a stream needs at least 1 job that fits on the machine");
        }
    }

    /**
     * The way to make a stream of a workload.
     *
     * @param jobs the number of consecutive jobs, from a random one on
     * @param load the offered load: the processor time of the jobs divided by that of the machine from the first to the
     *     last submission. The times between submissions are scaled to it; 0 leaves them
     * @param limitFactor the most by which a time limit exceeds the run time: each job draws a factor from 1 to this
     *     one; 1 leaves the limits of the workload
     */
    public record Settings(int jobs, double load, double limitFactor) {
        /** Checks the ranges. */
        public Settings {
            if (jobs < 1 || !(load >= 0) || !(limitFactor >= 1) || load > 10 || limitFactor > 1000) {
                throw new IllegalArgumentException("a stream needs at least 1 job, a load of 0 to 10 and a factor of"
                        + " limits of 1 to 1000, found " + jobs + ", " + load + " and " + limitFactor);
            }
        }
    }

    /**
     * Returns the stream of a seed. Jobs that are larger than the machine are left out, and no job follows another one.
     * The same arguments give the same stream. O(jobs of the workload).
     */
    public static JobStream of(List<TraceJob> workload, Settings settings, int processors, long seed) {
        var random = new SplittableRandom(seed);
        List<TraceJob> fitting =
                workload.stream().filter(job -> job.size() <= processors).toList();
        int count = Math.min(settings.jobs, fitting.size());
        int first = random.nextInt(fitting.size() - count + 1);
        List<TraceJob> part = fitting.subList(first, first + count);
        double scale = scale(part, settings.load, processors);
        long startSec = part.isEmpty() ? 0 : part.getFirst().submitSec();
        List<TraceJob> jobs = new ArrayList<>();
        for (TraceJob job : part) {
            double factor = 1 + random.nextDouble() * (settings.limitFactor - 1);
            long limitSec =
                    settings.limitFactor > 1 ? Math.max(1, (long) Math.ceil(job.ranSec() * factor)) : job.limitSec();
            jobs.add(new TraceJob(
                    job.name(),
                    (long) ((job.submitSec() - startSec) * scale),
                    job.ranSec(),
                    limitSec,
                    job.size(),
                    job.user(),
                    ""));
        }
        long from = jobs.isEmpty() ? 0 : jobs.get((int) (count * FIRST_PART)).submitSec();
        long to = jobs.isEmpty() ? 0 : jobs.get((int) (count * LAST_PART)).submitSec();
        return new JobStream(jobs, from + random.nextLong(Math.max(1, to - from)));
    }

    private static double scale(List<TraceJob> part, double load, int processors) {
        double work = part.stream()
                .mapToDouble(job -> (double) job.size() * job.ranSec())
                .sum();
        double span = part.isEmpty()
                ? 0
                : part.getLast().submitSec() - part.getFirst().submitSec();
        return load == 0 || span == 0 || work == 0 ? 1 : work / (processors * span) / load;
    }

    /** Returns the last submission. */
    public long lastSec() {
        return jobs.getLast().submitSec();
    }
}
