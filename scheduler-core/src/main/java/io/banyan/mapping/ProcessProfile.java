package io.banyan.mapping;

import io.banyan.jobspec.NodeProfile;
import java.util.ArrayList;
import java.util.List;

/**
 * The processes of a job over time, as its owner declares them: the only knowledge of a program that the mapping
 * {@code foresight} has. In an instance, where each process has a node of its own, it is the number of nodes.
 *
 * @param steps one after the other, from the start of the job; at least one
 */
public record ProcessProfile(List<Step> steps) {
    private static final long MILLIS = 1000;

    /**
     * A part of the time of a job.
     *
     * @param millis its duration; at least 1
     * @param processes their largest number; at least 1
     */
    public record Step(long millis, int processes) {
        /** Checks both numbers. */
        public Step {
            if (millis < 1 || processes < 1) {
                throw new IllegalArgumentException("a step of a profile must have a duration and processes of 1 or "
                        + "more, found " + millis + " ms and " + processes);
            }
        }
    }

    /** Copies the steps. */
    public ProcessProfile {
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("a profile must have a step");
        }
        steps = List.copyOf(steps);
    }

    /**
     * The declared nodes of a job that runs for a time. O(entries).
     *
     * @param runSec longer than the time of the last entry
     */
    public static ProcessProfile of(NodeProfile declared, long runSec) {
        List<Step> steps = new ArrayList<>();
        List<NodeProfile.Entry> entries = declared.entries();
        for (int i = 0; i < entries.size(); i++) {
            long endSec = i + 1 < entries.size() ? entries.get(i + 1).atSec() : runSec;
            steps.add(new Step(
                    MILLIS * (endSec - entries.get(i).atSec()), entries.get(i).nodes()));
        }
        return new ProcessProfile(steps);
    }

    /** A profile with one number of processes at all times. */
    public static ProcessProfile constant(int processes, long runSec) {
        return new ProcessProfile(List.of(new Step(millis((double) runSec), processes)));
    }

    /** A duration in whole milliseconds, rounded; at least 1. */
    public static long millis(double seconds) {
        return Math.max(1, Math.round(seconds * MILLIS));
    }

    /** The profile with all durations and numbers of processes multiplied by factors. O(steps). */
    public ProcessProfile scaled(double durationFactor, double processFactor) {
        return new ProcessProfile(steps.stream()
                .map(step -> new Step(Math.max(1, Math.round(step.millis * durationFactor)), Math.max(1, (int)
                        Math.round(step.processes * processFactor))))
                .toList());
    }

    /** The largest number of processes. O(steps). */
    public int most() {
        return steps.stream().mapToInt(Step::processes).max().orElse(1);
    }

    /** The number of processes at the start. */
    public int first() {
        return processes(0);
    }

    /** The time of all processes, in process milliseconds. O(steps). */
    public long workMillis() {
        return steps.stream().mapToLong(step -> step.millis * step.processes).sum();
    }

    /** The number of processes of a step; that of the last one if there are not so many steps. */
    public int processes(int step) {
        return steps.get(Math.min(step, steps.size() - 1)).processes();
    }
}
