package io.banyan.cli.usage;

import io.banyan.cli.look.ListedJob;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobUsage;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The resources that a job used, as they are printed. Times are in microseconds unless their names say otherwise, sizes
 * in bytes. Unknown values are null.
 *
 * @param elapsedSec for how long it has run, the last time where it ran several times
 * @param cores how many it had, at most at once
 * @param source {@code cgroup} or {@code processes}
 * @param cpuMicros user and system time
 * @param cpuEfficiency processor time by core time; null for a job that ran for less than {@link #SHORTEST_SEC}, since
 *     its elapsed time is in whole seconds
 * @param largestProcess peak memory of the process that had the most
 * @param allProcesses peak memory of all processes together, with the file cache
 * @param requestedMemory the memory that the jobspec requests
 * @param remark a remark on the numbers; may be empty
 */
record UsageView(
        long job,
        String name,
        String user,
        String state,
        @Nullable Long elapsedSec,
        @Nullable Long cores,
        @Nullable String source,
        @Nullable Long cpuMicros,
        @Nullable Long userMicros,
        @Nullable Long systemMicros,
        @Nullable Double cpuEfficiency,
        @Nullable Long largestProcess,
        @Nullable Long allProcesses,
        @Nullable Long requestedMemory,
        String remark) {
    /** From so many seconds on, the elapsed time is exact enough. */
    static final long SHORTEST_SEC = 10;

    private static final double MICROS = 1_000_000;
    private static final double DIGITS = 10_000;

    /** The numbers of a job whose account is known, or is not any more. */
    static UsageView of(ListedJob job, Optional<JobUsage> usage) {
        OptionalLong coreSec = coreSec(job);
        return new UsageView(
                job.id(),
                job.record().name(),
                job.record().owner(),
                job.state(),
                orNull(job.usedSec()),
                orNull(job.cores()),
                usage.map(it -> it.source().name().toLowerCase(Locale.ROOT)).orElse(null),
                usage.map(JobUsage::cpuMicros).orElse(null),
                usage.map(JobUsage::userMicros).orElse(null),
                usage.map(JobUsage::systemMicros).orElse(null),
                usage.filter(it -> job.usedSec().orElse(0) >= SHORTEST_SEC && coreSec.isPresent())
                        .map(it -> efficiency(it, coreSec.getAsLong()))
                        .orElse(null),
                usage.map(JobUsage::largestProcess).map(UsageView::orNull).orElse(null),
                usage.map(JobUsage::allProcesses).map(UsageView::orNull).orElse(null),
                usage.map(JobUsage::requested).map(UsageView::orNull).orElse(null),
                remark(job, usage.isPresent()));
    }

    /**
     * Returns the core seconds of the job's last run. The account adds up all runs, and a job that has more and less
     * cores in between had less than the most of them all the time.
     */
    private static OptionalLong coreSec(ListedJob job) {
        long most = job.usedSec().orElse(0) * job.mostCores().orElse(0);
        long accounted = job.record().account().map(JobAccount::coreSec).orElse(most);
        long coreSec = Math.min(most, accounted);
        return coreSec > 0 ? OptionalLong.of(coreSec) : OptionalLong.empty();
    }

    private static double efficiency(JobUsage usage, long coreSec) {
        return Math.round(DIGITS * usage.cpuMicros() / MICROS / coreSec) / DIGITS;
    }

    private static String remark(ListedJob job, boolean isMeasured) {
        if (!job.hasStarted()) {
            return job.record().state().isOver() ? "never started" : "has not started";
        }
        if (job.record().isInstance() && job.record().submission().isEmpty()) {
            return "not measured: query the instance for its jobs";
        }
        if (!isMeasured) {
            return "not measured";
        }
        String soFar = job.record().state().isOver() ? "" : "so far";
        String part = job.record().isInstance() ? "excluding jobs of its instance" : "";
        return soFar.isEmpty() || part.isEmpty() ? soFar + part : soFar + "; " + part;
    }

    private static @Nullable Long orNull(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }
}
