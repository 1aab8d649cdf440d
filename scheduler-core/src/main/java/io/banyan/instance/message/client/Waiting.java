package io.banyan.instance.message.client;

import io.banyan.resource.JobId;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A job that waits, and why.
 *
 * @param job which
 * @param why the first thing that keeps it from running
 * @param startSec when it would start if no others came, and everybody ran for as long as was asked for; empty where
 *     that was not asked, or cannot be said
 */
public record Waiting(JobId job, WaitReason why, OptionalLong startSec) {
    /** Without an estimate. */
    public Waiting(JobId job, WaitReason why) {
        this(job, why, OptionalLong.empty());
    }

    /** Checks that nothing is missing. */
    public Waiting {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(startSec, "startSec");
    }
}
