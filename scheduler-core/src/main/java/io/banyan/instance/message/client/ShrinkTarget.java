package io.banyan.instance.message.client;

import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Objects;

/** The resources that a client wants an instance to give back. */
public sealed interface ShrinkTarget {
    /** All remaining resources of this grow. */
    record ByGrow(String growId) implements ShrinkTarget {
        /** Checks the id. */
        public ByGrow {
            ValueChecks.id(growId, "a grow's id");
        }
    }

    /**
     * These vertices with all below them. A vertex that only shows the place of granted ones represents those below it.
     */
    record ByPaths(List<String> paths) implements ShrinkTarget {
        /** Checks that there are paths, and that they are absolute. */
        public ByPaths {
            paths = ValueChecks.paths(paths);
            if (paths.isEmpty()) {
                throw new IllegalArgumentException("a shrink by path requires a path, found none");
            }
        }
    }

    /** Everything that was grown for this job. */
    record ByJob(JobId job) implements ShrinkTarget {
        /** Checks that there is a job. */
        public ByJob {
            Objects.requireNonNull(job, "job");
        }
    }

    /** An amount of each resource type, of resources from elsewhere; the instance chooses them. */
    record ByCount(RevokeTarget.ByCounts counts) implements ShrinkTarget {
        /** Checks that there are amounts. */
        public ByCount {
            Objects.requireNonNull(counts, "counts");
        }
    }

    /**
     * The resources that came from elsewhere, that have been idle for this time, and that no plan uses. A new process
     * counts from its start.
     */
    record ByIdle(long idleMillis) implements ShrinkTarget {
        /** Checks the time. */
        public ByIdle {
            ValueChecks.notNegative(idleMillis, "a time");
        }
    }

    /** All resources that providers did not take back when asked: they are asked again. */
    record Unreleased() implements ShrinkTarget {}

    /**
     * Ends the shrink of this id, which waits for jobs. Vertices that it drained are up again, and returned resources
     * stay returned.
     */
    record Undo(String shrinkId) implements ShrinkTarget {
        /** Checks the id. */
        public Undo {
            ValueChecks.id(shrinkId, "a shrink's id");
        }
    }
}
