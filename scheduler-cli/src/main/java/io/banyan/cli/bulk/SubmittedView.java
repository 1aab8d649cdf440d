package io.banyan.cli.bulk;

import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.util.List;

/**
 * The jobs that one command has submitted, as they are printed.
 *
 * @param jobs their numbers as an idset, such as {@code 1-500,503}
 */
public record SubmittedView(String jobs, int count) {
    /** Returns a view of these jobs. */
    public static SubmittedView of(List<JobId> ids) {
        return new SubmittedView(
                IdSet.of(ids.stream().mapToLong(JobId::value).toArray()).toString(), ids.size());
    }
}
