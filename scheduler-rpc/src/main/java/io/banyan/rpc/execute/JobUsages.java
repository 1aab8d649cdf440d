package io.banyan.rpc.execute;

import io.banyan.instance.message.value.JobUsage;
import io.banyan.resource.JobId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The usage of running jobs. Any thread may call. */
public final class JobUsages {
    private final Map<JobId, Supplier<Optional<JobUsage>>> byJob = new ConcurrentHashMap<>();

    /** Records that a job runs from now on; the supplier returns its usage. */
    void begun(JobId job, Supplier<Optional<JobUsage>> usage) {
        byJob.put(job, usage);
    }

    /** A job does not run any more; nothing where another run of it has begun. */
    void ended(JobId job, Supplier<Optional<JobUsage>> usage) {
        byJob.remove(job, usage);
    }

    /** The usage of a job so far; empty if it does not run here or is not measured. O(its processes). */
    public Optional<JobUsage> of(JobId job) {
        Supplier<Optional<JobUsage>> usage = byJob.get(job);
        return usage == null ? Optional.empty() : usage.get();
    }
}
