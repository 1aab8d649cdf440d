package io.banyan.elastic;

import java.util.Objects;

/**
 * A job that runs.
 *
 * @param amount what it runs with
 * @param rescaledSec when it started or was last rescaled
 */
public record RunningJob(ElasticJob job, long amount, long rescaledSec) {
    /** Checks that there is a job. */
    public RunningJob {
        Objects.requireNonNull(job, "job");
    }
}
