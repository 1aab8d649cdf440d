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
 * One vertex, for those who look after it.
 *
 * @param rank empty where it has none
 * @param said where it is not up, the vertex of which that is said: it, or one above it
 * @param saidBy who says so, as {@link VertexStatus#saidBy}
 * @param note what the instance's own clients had to say of it
 * @param use what there is of it and below it, and what jobs have of that now
 * @param jobs those of them that the asker may see
 * @param othersJobs how many he may not
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
