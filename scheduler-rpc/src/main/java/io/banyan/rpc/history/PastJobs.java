package io.banyan.rpc.history;

import io.banyan.instance.message.value.JobRecord;
import java.util.List;

/**
 * Jobs that are over.
 *
 * @param jobs in the order in which they ended
 * @param areMore whether earlier ones would be answers too, and were too many
 */
public record PastJobs(List<JobRecord> jobs, boolean areMore) {
    /** Copies the list. */
    public PastJobs {
        jobs = List.copyOf(jobs);
    }
}
