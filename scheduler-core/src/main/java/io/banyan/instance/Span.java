package io.banyan.instance;

import io.banyan.planner.TimeWindow;
import io.banyan.schedule.JobId;
import java.util.Objects;

/**
 * When a job has resources.
 *
 * @param owner whose it is, by name
 * @param kind how certain that is
 */
public record Span(JobId job, String owner, TimeWindow window, Kind kind) {
    /** How certain it is. */
    public enum Kind {
        /** It has them, until it ends. */
        HELD,
        /** They are reserved: it has them then, or sooner. */
        RESERVED,
        /** So it would be if no others came, and everybody ran for as long as was asked for. */
        EXPECTED
    }

    /** Checks that nothing is missing. */
    public Span {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(kind, "kind");
    }
}
