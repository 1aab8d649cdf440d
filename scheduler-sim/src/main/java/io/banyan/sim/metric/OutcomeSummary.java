package io.banyan.sim.metric;

import io.banyan.sim.workload.JobRun;
import io.banyan.sim.workload.TraceJob;
import io.banyan.sim.workload.WorkloadOutcome;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * An outcome in numbers. Times are in seconds; an empty outcome is all zeros. In weighted means a job counts as much as
 * the processor seconds that it used.
 *
 * @param jobs how many ran
 * @param refused how many the machine could never have run
 * @param makespanSec from the first submission to the last end
 * @param utilisation the part of the machine that was in use in that time, 0 to 1
 * @param all of all jobs
 * @param bySize of jobs of like size, the smallest first
 * @param byQueue of the jobs of each queue, by its name
 * @param byUser of the jobs of those who use much, less and little ({@link UserClass})
 */
public record OutcomeSummary(
        int jobs,
        int refused,
        long makespanSec,
        double utilisation,
        JobClass all,
        List<JobClass> bySize,
        List<JobClass> byQueue,
        List<JobClass> byUser) {
    /**
     * The results of jobs of one kind.
     *
     * @param waiting from submission to start
     * @param completion from submission to end
     * @param slowdown bounded slowdown ({@link JobRun#boundedSlowdown})
     */
    public record JobClass(String name, int jobs, Spread waiting, Spread completion, Spread slowdown) {
        static JobClass of(String name, List<JobRun> runs) {
            double[] works = numbers(runs, OutcomeSummary::work);
            return new JobClass(
                    name,
                    runs.size(),
                    Spread.of(numbers(runs, JobRun::waitSec), works),
                    Spread.of(numbers(runs, JobRun::responseSec), works),
                    Spread.of(numbers(runs, JobRun::boundedSlowdown), works));
        }

        private static double[] numbers(List<JobRun> runs, ToDoubleFunction<JobRun> number) {
            var numbers = new double[runs.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = number.applyAsDouble(runs.get(i));
            }
            return numbers;
        }
    }

    /** Copies the lists. */
    public OutcomeSummary {
        bySize = List.copyOf(bySize);
        byQueue = List.copyOf(byQueue);
        byUser = List.copyOf(byUser);
    }

    /**
     * That of an outcome. O(jobs log jobs).
     *
     * @param capacity the number of resources of the machine, in the unit of the jobs
     */
    public static OutcomeSummary of(WorkloadOutcome outcome, long capacity) {
        List<JobRun> runs = outcome.runs();
        long first = outcome.workload().jobs().stream()
                .filter(job -> job.preceding().isEmpty())
                .mapToLong(TraceJob::submitSec)
                .min()
                .orElse(0);
        long last = runs.stream().mapToLong(JobRun::endSec).max().orElse(first);
        double used = runs.stream().mapToDouble(OutcomeSummary::work).sum();
        return new OutcomeSummary(
                runs.size(),
                outcome.refused().size(),
                last - first,
                last == first ? 0 : used / ((double) capacity * (last - first)),
                JobClass.of("all", runs),
                Classes.bySize(runs),
                Classes.byQueue(runs),
                Classes.byUser(runs));
    }

    /** The processor seconds that it used. */
    static double work(JobRun run) {
        return (double) run.job().size() * (run.endSec() - run.startSec());
    }
}
