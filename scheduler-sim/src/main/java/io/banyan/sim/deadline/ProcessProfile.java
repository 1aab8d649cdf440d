package io.banyan.sim.deadline;

import io.banyan.sim.program.ParallelProgram;
import io.banyan.sim.program.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * The processes of a job over time, as its owner declares them: the only knowledge of a program that the mapping
 * {@code foresight} has.
 *
 * @param steps one after the other, from the start of the job; at least one
 */
record ProcessProfile(List<Step> steps) {
    private static final double MILLIS = 1000;

    /**
     * A part of the time of a job.
     *
     * @param millis its duration; at least 1
     * @param processes their largest number; at least 1
     */
    record Step(long millis, int processes) {
        Step {
            if (millis < 1 || processes < 1) {
                throw new IllegalArgumentException("a step of a profile must have a duration and processes of 1 or "
                        + "more, found " + millis + " ms and " + processes);
            }
        }
    }

    ProcessProfile {
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("a profile must have a step");
        }
        steps = List.copyOf(steps);
    }

    /** The true profile of a program: a step for each of its phases. O(phases). */
    static ProcessProfile of(ParallelProgram program) {
        List<Step> steps = new ArrayList<>();
        for (Phase phase : program.phases()) {
            steps.add(new Step(
                    millis(phase.computeSec() + phase.messageSec()),
                    phase.processes().size()));
        }
        return new ProcessProfile(steps);
    }

    /** A profile with one number of processes at all times. */
    static ProcessProfile constant(int processes, long runSec) {
        return new ProcessProfile(List.of(new Step(millis((double) runSec), processes)));
    }

    private static long millis(double seconds) {
        return Math.max(1, Math.round(seconds * MILLIS));
    }

    /** The profile with all durations and numbers of processes multiplied by factors. O(steps). */
    ProcessProfile scaled(double durationFactor, double processFactor) {
        return new ProcessProfile(steps.stream()
                .map(step -> new Step(Math.max(1, Math.round(step.millis * durationFactor)), Math.max(1, (int)
                        Math.round(step.processes * processFactor))))
                .toList());
    }

    /** The largest number of processes. O(steps). */
    int most() {
        return steps.stream().mapToInt(Step::processes).max().orElse(1);
    }

    /** The number of processes at the start. */
    int first() {
        return processes(0);
    }

    /** The time of all processes, in process milliseconds. O(steps). */
    long workMillis() {
        return steps.stream().mapToLong(step -> step.millis * step.processes).sum();
    }

    /** The number of processes of a step; that of the last one if there are not so many steps. */
    int processes(int step) {
        return steps.get(Math.min(step, steps.size() - 1)).processes();
    }
}
