package io.banyan.instance;

import io.banyan.schedule.JobId;
import java.util.Objects;

/**
 * A job that waits, and why.
 *
 * @param job which
 * @param why the first thing that keeps it from running
 */
public record Waiting(JobId job, WaitReason why) {
    /** Checks that nothing is missing. */
    public Waiting {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(why, "why");
    }
}
