package io.banyan.cli.slurm;

import java.time.ZoneId;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The context that the fields of a job depend on besides the job. Data that needs a call of the daemon is requested
 * once, and only if a field needs it. For one thread.
 */
final class JobContext {
    private final long nowSec;
    private final ZoneId zone;
    private final Supplier<SlurmUsers> findUsers;
    private final Supplier<String> findDefaultPartition;
    private @Nullable SlurmUsers users;
    private @Nullable String defaultPartition;

    /**
     * Context of one command.
     *
     * @param nowSec the time, in seconds since the epoch
     * @param zone in which times are written
     */
    JobContext(long nowSec, ZoneId zone, Supplier<SlurmUsers> findUsers, Supplier<String> findDefaultPartition) {
        this.nowSec = nowSec;
        this.zone = zone;
        this.findUsers = findUsers;
        this.findDefaultPartition = findDefaultPartition;
    }

    long nowSec() {
        return nowSec;
    }

    ZoneId zone() {
        return zone;
    }

    /** Returns the calling user, and the names under which users are shown. */
    SlurmUsers users() {
        SlurmUsers known = users;
        if (known == null) {
            known = findUsers.get();
            users = known;
        }
        return known;
    }

    /** The partition of jobs that name no queue. */
    String defaultPartition() {
        String known = defaultPartition;
        if (known == null) {
            known = findDefaultPartition.get();
            defaultPartition = known;
        }
        return known;
    }
}
