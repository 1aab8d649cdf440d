package io.banyan.instance.message.client;

import io.banyan.instance.message.value.StatusNote;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.resource.JobId;
import io.banyan.schedule.VertexUse;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One vertex, for administrators.
 *
 * @param rank empty if it has none
 * @param said if it is not up, the vertex whose status causes this: the vertex itself or an ancestor
 * @param saidBy the levels that set the status, as {@link VertexStatus#saidBy}
 * @param note the note of this instance's own client that set the status
 * @param use the resources of the vertex and below it, and the amounts that jobs hold now
 * @param jobs those jobs that the asker may see
 * @param othersJobs the number of jobs that the asker may not see
 */
public record NodeReport(
        String path,
        String name,
        OptionalInt rank,
        NodeState state,
        Optional<String> said,
        List<String> saidBy,
        Optional<StatusNote> note,
        VertexUse use,
        List<JobId> jobs,
        int othersJobs) {
    /** Copies the lists. */
    public NodeReport {
        ValueChecks.path(path);
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(rank, "rank");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(said, "said");
        saidBy = List.copyOf(saidBy);
        Objects.requireNonNull(note, "note");
        Objects.requireNonNull(use, "use");
        jobs = List.copyOf(jobs);
        ValueChecks.notNegative(othersJobs, "a number of jobs");
    }
}
