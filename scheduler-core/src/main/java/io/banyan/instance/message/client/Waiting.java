package io.banyan.instance.message.client;

import io.banyan.resource.JobId;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A waiting job, and the reason.
 *
 * @param job the job
 * @param why the first obstacle to its start
 * @param startSec the time at which it would start if no others came, and all jobs ran for their requested time; empty
 *     if that was not requested, or is unknown
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
