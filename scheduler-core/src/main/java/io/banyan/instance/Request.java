package io.banyan.instance;

import io.banyan.graph.io.MatchFormat;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.MatchOperation;
import io.banyan.resource.Status;
import io.banyan.schedule.JobId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What a client may ask of an instance. Each is answered by exactly one {@link Answer}. */
public sealed interface Request {
    /**
     * Find resources for a jobspec and, where the operation says so, allocate or reserve them under a new job id. Answered by {@link
     * Answer.Matched}, {@link Answer.Refused} or {@link Answer.Failed}.
     *
     * @param name what the owner calls the job; may be empty
     */
    record Match(Jobspec jobspec, MatchOperation operation, MatchFormat format, String name) implements Request {
        /** Checks that nothing is missing. */
        public Match {
            Objects.requireNonNull(jobspec, "jobspec");
            Objects.requireNonNull(operation, "operation");
            Objects.requireNonNull(format, "format");
            if (!name.isEmpty()) {
                Checks.name(name, "a job's name");
            }
        }
    }

    /**
     * MatchGrow (Milroy et al., algorithm 1): from the own graph, else from above or from the provider. Answered by {@link Answer.Grown},
     * {@link Answer.Refused} or {@link Answer.Failed}; asked again with the same id, the answer is the same grant.
     *
     * @param requestId chosen by the asker, unique in the tree: a UUID
     * @param job the job that gets what comes; empty for the instance itself, in which it stays free
     * @param timeoutMillis how long the asker waits; 0 for the instance's default
     */
    record Grow(String requestId, Optional<JobId> job, Jobspec jobspec, long timeoutMillis) implements Request {
        /** Checks the id and the time. */
        public Grow {
            Checks.requestId(requestId, "a request id");
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(jobspec, "jobspec");
            Checks.notNegative(timeoutMillis, "a timeout");
        }
    }

    /**
     * Give back what came from above or from the provider. Answered by {@link Answer.Shrunk} when everybody on the way up has freed it, by
     * {@link Answer.InUse} or {@link Answer.Failed}.
     */
    record Shrink(String requestId, ShrinkTarget target) implements Request {
        /** Checks the id. */
        public Shrink {
            Checks.requestId(requestId, "a request id");
            Objects.requireNonNull(target, "target");
        }
    }

    /** End a job and free what it holds. A child instance is stopped first. Answered by {@link Answer.Cancelled} when all is free. */
    record Cancel(JobId job) implements Request {
        /** Checks that there is a job. */
        public Cancel {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * Allocate, and start a child instance on what was allocated. Answered by {@link Answer.Spawned} when the child has joined: it
     * has its resources and can be asked.
     *
     * @param name what the child is called
     * @param options for the launcher and the child daemon (its grow order, its provider, its policy), passed on as they are
     */
    record Spawn(Jobspec jobspec, String name, Map<String, String> options) implements Request {
        /** Checks the name and copies the options, in their order. */
        public Spawn {
            Objects.requireNonNull(jobspec, "jobspec");
            Checks.name(name, "an instance's name");
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /**
     * The jobs table. Answered by {@link Answer.Jobs}.
     *
     * @param ended whether ended jobs are wanted too
     */
    record Jobs(boolean ended) implements Request {}

    /** One job and what it holds. Answered by {@link Answer.JobInfo} or {@link Answer.Failed}. */
    record JobInfo(JobId job, MatchFormat format) implements Request {
        /** Checks that nothing is missing. */
        public JobInfo {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(format, "format");
        }
    }

    /**
     * The vertices that meet these criteria, such as {@code status=up and sched-now=free}. Answered by {@link Answer.Found} or {@link
     * Answer.Failed}.
     */
    record Find(String criteria, MatchFormat format) implements Request {
        /** Checks that there are criteria. */
        public Find {
            Checks.text(criteria, "criteria");
            Objects.requireNonNull(format, "format");
        }
    }

    /** This instance and all below it, as far as their heartbeats told. Answered by {@link Answer.Tree}. */
    record Tree() implements Request {}

    /** The instance in numbers. Answered by {@link Answer.Stat}. */
    record Stat() implements Request {}

    /** Mark one vertex, and with it its subtree, up or down. Answered by {@link Answer.StatusSet} or {@link Answer.Failed}. */
    record SetStatus(String path, Status status) implements Request {
        /** Checks the path. */
        public SetStatus {
            Checks.path(path);
            Objects.requireNonNull(status, "status");
        }
    }

    /** Stop the children, take leave of the parent, end. Answered at once by {@link Answer.Stopping}. */
    record Stop() implements Request {}
}
