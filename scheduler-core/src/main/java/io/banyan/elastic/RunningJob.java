package io.banyan.elastic;

import java.util.Objects;

/**
 * A running job.
 *
 * @param amount its present amount
 * @param rescaledSec the time of its start or last rescale
 */
public record RunningJob(ElasticJob job, long amount, long rescaledSec) {
    /** Checks that there is a job. */
    public RunningJob {
        Objects.requireNonNull(job, "job");
    }
}
