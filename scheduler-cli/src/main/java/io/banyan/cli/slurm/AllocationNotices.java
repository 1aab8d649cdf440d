package io.banyan.cli.slurm;

import io.banyan.cli.jobs.ForegroundNotices;
import io.banyan.instance.message.value.JobRecord;
import java.util.List;

/** The lines that Slurm's salloc prints on standard error. Scripts read the number of the job from them. */
final class AllocationNotices implements ForegroundNotices {
    private static final String PREFIX = "salloc: ";

    private boolean isGranted;

    @Override
    public List<String> submitted(JobRecord job) {
        isGranted = isGranted(job);
        return isGranted
                ? List.of(granted(job))
                : List.of(
                        PREFIX + "Pending job allocation " + job.id(),
                        PREFIX + "job " + job.id() + " queued and waiting for resources");
    }

    @Override
    public List<String> heard(JobRecord job) {
        if (isGranted || !isGranted(job)) {
            return List.of();
        }
        isGranted = true;
        return List.of(PREFIX + "job " + job.id() + " has been allocated resources", granted(job));
    }

    @Override
    public List<String> ended(JobRecord job) {
        return isGranted ? List.of(PREFIX + "Relinquishing job allocation " + job.id()) : List.of();
    }

    /** A job that ended by itself had resources. */
    private static boolean isGranted(JobRecord job) {
        return switch (job.state()) {
            case RUNNING, STOPPING, COMPLETED, FAILED, EXPIRED -> true;
            case PENDING, RESERVED, CANCELLED -> false;
        };
    }

    private static String granted(JobRecord job) {
        return PREFIX + "Granted job allocation " + job.id();
    }
}
