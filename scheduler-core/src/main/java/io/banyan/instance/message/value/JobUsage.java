package io.banyan.instance.message.value;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * The processor time and the memory that the processes of a job used in its last run, as far as they were measured.
 * Sizes are in bytes.
 *
 * @param source the part that measured it
 * @param userMicros processor time in programs, in microseconds
 * @param systemMicros processor time in the kernel, in microseconds
 * @param largestProcess peak memory of the process that had the most
 * @param allProcesses peak memory of all processes together, with the file cache; only of a cgroup
 * @param requested memory that the jobspec asks for
 */
public record JobUsage(
        Source source,
        long userMicros,
        long systemMicros,
        OptionalLong largestProcess,
        OptionalLong allProcesses,
        OptionalLong requested) {
    /** How it was measured. */
    public enum Source {
        /** The kernel counted the cgroup of the job, in which all of its processes are. */
        CGROUP,
        /** The first process of the job counted its descendants whose exit status was collected. */
        PROCESSES
    }

    /** Checks that no number is negative. */
    public JobUsage {
        Objects.requireNonNull(source, "source");
        ValueChecks.notNegative(userMicros, "a processor time");
        ValueChecks.notNegative(systemMicros, "a processor time");
        largestProcess.ifPresent(bytes -> ValueChecks.notNegative(bytes, "a size"));
        allProcesses.ifPresent(bytes -> ValueChecks.notNegative(bytes, "a size"));
        requested.ifPresent(bytes -> ValueChecks.notNegative(bytes, "a size"));
        ValueChecks.notNegative(userMicros + systemMicros, "a processor time");
    }

    /** All processor time, in microseconds. */
    public long cpuMicros() {
        return userMicros + systemMicros;
    }

    /** Returns this usage for a job that asks for this much memory. */
    public JobUsage requesting(OptionalLong bytes) {
        return new JobUsage(source, userMicros, systemMicros, largestProcess, allProcesses, bytes);
    }
}
