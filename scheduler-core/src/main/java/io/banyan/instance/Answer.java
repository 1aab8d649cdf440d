package io.banyan.instance;

import io.banyan.planner.TimeWindow;
import io.banyan.resource.Status;
import io.banyan.schedule.JobId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What an instance answers to a {@link Request}. */
public sealed interface Answer {
    /** How a match ended well. */
    enum MatchOutcome {
        /** The job holds the resources now. */
        ALLOCATED,
        /** The job will hold them from the window's start. */
        RESERVED,
        /** They would be there; nothing is held, there is no job. */
        MATCHED,
        /** They exist, free or not; there is neither job nor R. */
        SATISFIABLE
    }

    /**
     * Resources were found.
     *
     * @param job the new job; empty where nothing is held
     * @param window when; empty where it is only satisfiable
     * @param resources R in the format that was asked for; empty where it is only satisfiable
     */
    record Matched(Optional<JobId> job, MatchOutcome outcome, Optional<TimeWindow> window, String resources)
            implements Answer {
        /** Checks that nothing is missing. */
        public Matched {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(outcome, "outcome");
            Objects.requireNonNull(window, "window");
            Objects.requireNonNull(resources, "resources");
        }
    }

    /**
     * No.
     *
     * @param unsatisfiable whether it could not be met even if everything here were free; of a grow always false, since what other
     *     sources have may change
     * @param reasons of every level that was asked, the asker's first
     */
    record Refused(boolean unsatisfiable, List<LevelReasons> reasons) implements Answer {
        /** Checks that there are reasons. */
        public Refused {
            reasons = List.copyOf(reasons);
            if (reasons.isEmpty()) {
                throw new IllegalArgumentException("a refusal carries reasons, found none");
            }
        }
    }

    /**
     * The resources are there.
     *
     * @param job the job that holds them; empty where they are free in the instance
     * @param held whether this grow holds something that a shrink can give back; false where the instance itself was to grow and had enough
     *     free already
     */
    record Grown(Grant grant, Optional<JobId> job, boolean held) implements Answer {
        /** Checks that nothing is missing. */
        public Grown {
            Objects.requireNonNull(grant, "grant");
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * The resources are free where they came from, and at every level on the way.
     *
     * @param paths the tops of what was given back
     */
    record Shrunk(String requestId, List<String> paths) implements Answer {
        /** Checks the id and the paths. */
        public Shrunk {
            Checks.id(requestId, "a request id");
            paths = Checks.paths(paths);
        }
    }

    /** Nothing was given back, since these jobs use some of it. */
    record InUse(String requestId, List<JobId> jobs, String message) implements Answer {
        /** Checks that there are jobs. */
        public InUse {
            Checks.id(requestId, "a request id");
            Checks.text(message, "a message");
            jobs = List.copyOf(jobs);
        }
    }

    /** The job has ended and what it held is free. */
    record Cancelled(JobId job) implements Answer {
        /** Checks that there is a job. */
        public Cancelled {
            Objects.requireNonNull(job, "job");
        }
    }

    /** The child has its resources and can be asked. */
    record Spawned(JobRecord job) implements Answer {
        /** Checks that it is an instance's job. */
        public Spawned {
            if (!job.isInstance()) {
                throw new IllegalArgumentException("job " + job.id().value() + " was not spawned");
            }
        }
    }

    /** In the order of their ids. */
    record Jobs(List<JobRecord> jobs) implements Answer {
        /** Copies the list. */
        public Jobs {
            jobs = List.copyOf(jobs);
        }
    }

    /**
     * One job.
     *
     * @param resources all that it holds, in the format that was asked for; empty where it has ended
     * @param grows the request ids of the grows whose resources it still holds
     */
    record JobInfo(JobRecord job, String resources, List<String> grows) implements Answer {
        /** Copies the list. */
        public JobInfo {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(resources, "resources");
            grows = List.copyOf(grows);
        }
    }

    /**
     * The vertices that met the criteria, and their ancestors.
     *
     * @param resources in the format that was asked for; empty where there are none
     * @param count how many met the criteria themselves
     */
    record Found(String resources, int count) implements Answer {
        /** Checks the count. */
        public Found {
            Objects.requireNonNull(resources, "resources");
            Checks.notNegative(count, "a count");
        }
    }

    /** The subtree of instances. */
    record Tree(InstanceSummary root) implements Answer {
        /** Checks that there is a root. */
        public Tree {
            Objects.requireNonNull(root, "root");
        }
    }

    /** The numbers. */
    record Stat(Statistics statistics) implements Answer {
        /** Checks that there are numbers. */
        public Stat {
            Objects.requireNonNull(statistics, "statistics");
        }
    }

    /**
     * The vertex has this status now.
     *
     * @param running the jobs that hold something at or below it, which are left alone
     */
    record StatusSet(String path, Status status, List<JobId> running) implements Answer {
        /** Checks the path. */
        public StatusSet {
            Checks.path(path);
            Objects.requireNonNull(status, "status");
            running = List.copyOf(running);
        }
    }

    /** The instance has begun to stop. */
    record Stopping() implements Answer {}

    /** It could not be done. */
    record Failed(ErrorCode code, String message) implements Answer {
        /** Checks that there is a message. */
        public Failed {
            Objects.requireNonNull(code, "code");
            Checks.text(message, "a message");
        }
    }
}
