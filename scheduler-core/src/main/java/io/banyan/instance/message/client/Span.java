package io.banyan.instance.message.client;

import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a job has resources.
 *
 * @param owner whose it is, by name
 * @param kind how certain that is
 * @param reservation the name of the advance reservation for which they are kept; empty for a job
 * @param nodes the names of the nodes of which it has something, where they were asked for
 * @param deadlineSec by when it has to end, in seconds since the epoch; empty without a deadline
 */
public record Span(
        JobId job,
        String owner,
        TimeWindow window,
        Kind kind,
        Optional<String> reservation,
        List<String> nodes,
        OptionalLong deadlineSec) {
    /** A job's, of resources that are not named. */
    public Span(JobId job, String owner, TimeWindow window, Kind kind) {
        this(job, owner, window, kind, Optional.empty(), List.of(), OptionalLong.empty());
    }

    /** Returns this span at another time. */
    public Span over(TimeWindow other) {
        return new Span(job, owner, other, kind, reservation, nodes, deadlineSec);
    }

    /** How certain it is. */
    public enum Kind {
        /** The job has the resources, until it ends. */
        HELD,
        /** The resources are reserved for the job: it has them then, or sooner. */
        RESERVED,
        /** The span if no others came, and all jobs ran for their requested time. */
        EXPECTED
    }

    /** Checks that nothing is missing. */
    public Span {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(deadlineSec, "deadlineSec");
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(reservation, "reservation");
        nodes = List.copyOf(nodes);
    }
}
