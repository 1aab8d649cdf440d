package io.banyan.sim.deadline;

import io.banyan.mapping.ProcessProfile;
import io.banyan.sim.program.ParallelProgram;
import io.banyan.sim.program.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The source of the profiles by which jobs are booked. For one run; not thread-safe. */
sealed interface ProfileSource {
    /** The profile of a job when it is submitted. O(phases). */
    ProcessProfile profile(RunningProgram run);

    /** Notes that a job has ended, or was cancelled. */
    void ended(RunningProgram run);

    /** The true profile of a program: a step for each of its phases. O(phases). */
    static ProcessProfile of(ParallelProgram program) {
        List<ProcessProfile.Step> steps = new ArrayList<>();
        for (Phase phase : program.phases()) {
            steps.add(new ProcessProfile.Step(
                    ProcessProfile.millis(phase.computeSec() + phase.messageSec()),
                    phase.processes().size()));
        }
        return new ProcessProfile(steps);
    }

    /**
     * The profiles that the owners of the jobs declare.
     *
     * @param error the largest relative error of the durations, and that of the numbers of processes; each job has a
     *     factor for either, which is uniform from 1 - error to 1 + error
     * @param seed of the errors
     */
    record Declared(double error, long seed) implements ProfileSource {
        private static final long GOLDEN = 0x9E3779B97F4A7C15L;

        @Override
        public ProcessProfile profile(RunningProgram run) {
            ProcessProfile truth = ProfileSource.of(run.program);
            if (error == 0) {
                return truth;
            }
            // The negated seed gives other numbers than those by which the program of the job is drawn.
            var random = new SplittableRandom(~seed * GOLDEN + run.job.number());
            return truth.scaled(factor(random), factor(random));
        }

        private double factor(SplittableRandom random) {
            return 1 - error + 2 * error * random.nextDouble();
        }

        @Override
        public void ended(RunningProgram run) {}
    }

    /**
     * Profiles without a declaration: the run time of the job, and its nodes times a ratio. The ratio is that of the
     * processes and the nodes of the jobs that have ended, weighted by their times; 1 before the first one.
     */
    final class Learnt implements ProfileSource {
        private static final double MILLIS = 1000;

        private double usedMillis;
        private double requestedMillis;

        @Override
        public ProcessProfile profile(RunningProgram run) {
            double ratio = requestedMillis == 0 ? 1 : usedMillis / requestedMillis;
            int processes = Math.max(1, (int) Math.round(ratio * run.job.nodes()));
            return ProcessProfile.constant(processes, run.job.runSec());
        }

        /** Learns from a job that was not cancelled before its last phase. */
        @Override
        public void ended(RunningProgram run) {
            if (run.isInLastPhase()) {
                usedMillis += ProfileSource.of(run.program).workMillis();
                requestedMillis += run.job.nodes() * (run.job.runSec() * MILLIS);
            }
        }
    }
}
