package io.banyan.instance.message.client;

import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** The answer of an instance to a {@link Request}. */
public sealed interface Answer
        permits JobAnswer,
                MalleableAnswer,
                Answer.Matched,
                BookingRefused,
                Answer.Refused,
                Answer.Grown,
                Answer.Shrunk,
                Answer.Reclaimed,
                Answer.InUse,
                Answer.Attached,
                Answer.Removed,
                Answer.Properties,
                Answer.Statuses,
                Answer.Nodes,
                Answer.Reservations,
                Answer.Spawned,
                Answer.Found,
                Answer.Tree,
                Answer.Way,
                Answer.Stat,
                Answer.StatusSet,
                Answer.Stopping,
                Answer.Failed {
    /** How a match ended well. */
    enum MatchOutcome {
        /** The job holds the resources now. */
        ALLOCATED,
        /** The job will hold them from the window's start. */
        RESERVED,
        /** The resources would be there; nothing is held, there is no job. */
        MATCHED,
        /** The resources exist, free or not; there is neither job nor R. */
        SATISFIABLE
    }

    /**
     * Resources were found.
     *
     * @param job the new job; empty where nothing is held
     * @param window when; empty where it is only satisfiable
     * @param resources R in the format that was asked for; empty where it is only satisfiable
     * @param run the request and its cost
     */
    record Matched(
            Optional<JobId> job, MatchOutcome outcome, Optional<TimeWindow> window, String resources, MatchRun run)
            implements Answer {
        /** Checks that nothing is missing. */
        public Matched {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(outcome, "outcome");
            Objects.requireNonNull(window, "window");
            Objects.requireNonNull(resources, "resources");
            Objects.requireNonNull(run, "run");
        }
    }

    /**
     * The refusal.
     *
     * @param unsatisfiable whether it could not be met even if everything here were free; for a grow always false,
     *     because the resources of other sources may change
     * @param reasons of every level that was asked, the asker's first
     * @param run the request and its cost
     */
    record Refused(boolean unsatisfiable, List<LevelReasons> reasons, MatchRun run) implements Answer {
        /** Creates the refusal of something that was no match here. */
        public Refused(boolean unsatisfiable, List<LevelReasons> reasons) {
            this(unsatisfiable, reasons, MatchRun.NONE);
        }

        /** Checks that there are reasons. */
        public Refused {
            reasons = List.copyOf(reasons);
            if (reasons.isEmpty()) {
                throw new IllegalArgumentException("a refusal must have reasons, found none");
            }
        }
    }

    /**
     * The resources are there.
     *
     * @param job the job that holds them; empty where they are free in the instance
     * @param held whether this grow holds something that a shrink can give back; false where the instance itself was to
     *     grow and had enough free already
     */
    record Grown(Grant grant, Optional<JobId> job, boolean held) implements Answer {
        /** Checks that nothing is missing. */
        public Grown {
            Objects.requireNonNull(grant, "grant");
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * The resources have left this instance, and are free at their source and at every level on the way.
     *
     * @param paths the returned tops
     * @param askedAgain the grows for which providers were only asked again to take back unreleased resources
     * @param unreleased the resources that a provider, here or above, did not take back
     * @param why why less than requested was returned; empty if all was
     */
    record Shrunk(
            String requestId, List<String> paths, List<String> askedAgain, List<Unreleased> unreleased, String why)
            implements Answer {
        /** All that was wanted. */
        public Shrunk(String requestId, List<String> paths, List<String> askedAgain, List<Unreleased> unreleased) {
            this(requestId, paths, askedAgain, unreleased, "");
        }

        /** Checks the id and the paths. */
        public Shrunk {
            ValueChecks.id(requestId, "a request id");
            paths = ValueChecks.paths(paths);
            askedAgain = List.copyOf(askedAgain);
            unreleased = List.copyOf(unreleased);
            why = why.isEmpty() ? why : ValueChecks.message(why);
        }
    }

    /**
     * The resources that a child instance returned are free here, or at their source.
     *
     * @param paths the returned tops; all resources of the instance, if it was fenced
     * @param why why less than requested was returned; empty if all was
     * @param fenced whether the instance was ended for it
     */
    record Reclaimed(String requestId, JobId job, List<String> paths, String why, boolean fenced) implements Answer {
        /** Checks the id and the paths. */
        public Reclaimed {
            ValueChecks.id(requestId, "a request id");
            Objects.requireNonNull(job, "job");
            paths = ValueChecks.paths(paths);
            why = why.isEmpty() ? why : ValueChecks.message(why);
        }
    }

    /** Nothing was given back, since these jobs use some of it. */
    record InUse(String requestId, List<JobId> jobs, String message) implements Answer {
        /** Checks that there are jobs. */
        public InUse {
            ValueChecks.id(requestId, "a request id");
            message = ValueChecks.message(message);
            jobs = List.copyOf(jobs);
        }
    }

    /** Resources were added to the graph, with the numbers of new vertices and edges. */
    record Attached(int vertices, int edges) implements Answer {}

    /**
     * Resources are no longer in the graph.
     *
     * @param paths the removed tops
     * @param hurt the jobs that held some of them; a job that holds nothing any more fails
     */
    record Removed(List<String> paths, List<JobId> hurt) implements Answer {
        /** Checks the paths. */
        public Removed {
            paths = ValueChecks.paths(paths);
            hurt = List.copyOf(hurt);
        }
    }

    /**
     * The properties of a vertex here.
     *
     * @param uniqId of the vertex
     * @param instances the jobs of child instances that have the vertex too, with the properties that it had when they
     *     got it
     */
    record Properties(String path, long uniqId, Map<String, String> properties, List<JobId> instances)
            implements Answer {
        /** Copies the map, in its order. */
        public Properties {
            ValueChecks.path(path);
            properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
            instances = List.copyOf(instances);
        }
    }

    /** Whether vertices are up, in the order in which they were named. */
    record Statuses(List<VertexStatus> statuses) implements Answer {
        /** Copies the list. */
        public Statuses {
            statuses = List.copyOf(statuses);
        }
    }

    /**
     * Vertices of a type, in the order of the graph.
     *
     * @param areMore whether others follow
     * @param next where they follow. It stays good when vertices come and go: a vertex that exists all the time is
     *     neither repeated nor left out
     */
    record Nodes(List<NodeReport> nodes, boolean areMore, long next) implements Answer {
        /** Copies the list. */
        public Nodes {
            nodes = List.copyOf(nodes);
        }
    }

    /** Advance reservations, in the order of their names: all, or the one that was made or given up. */
    record Reservations(List<ReservationView> reservations) implements Answer {
        /** Copies the list. */
        public Reservations {
            reservations = List.copyOf(reservations);
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
            ValueChecks.notNegative(count, "a count");
        }
    }

    /**
     * The subtree of instances.
     *
     * @param parentLostSinceSec since when there is no session with the parent; empty where there is one, or never was
     */
    record Tree(InstanceSummary root, OptionalLong parentLostSinceSec) implements Answer {
        /** Checks that there is a root. */
        public Tree {
            Objects.requireNonNull(root, "root");
            Objects.requireNonNull(parentLostSinceSec, "parentLostSinceSec");
        }
    }

    /**
     * The next step on the way to an instance.
     *
     * @param here the instance that answers
     * @param child the job in which the wanted one runs, or one that it is below of; empty where it is the one that
     *     answers
     * @param asker the principal of the asker in that instance
     */
    record Way(InstancePath here, Optional<JobId> child, Principal asker) implements Answer {
        /** Checks that nothing is missing. */
        public Way {
            Objects.requireNonNull(here, "here");
            Objects.requireNonNull(child, "child");
            Objects.requireNonNull(asker, "asker");
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
     * The vertices have this status now.
     *
     * @param paths the changed vertices; none if each kept the status of another client ({@link
     *     Request.SetStatus#ownOnly})
     * @param running the jobs that hold resources at or below them; they continue, unless the resources are lost
     * @param others the vertices that have another status all the same, because another level states a worse one
     */
    record StatusSet(List<String> paths, Status status, List<JobId> running, List<VertexStatus> others)
            implements Answer {
        /** Checks the paths. */
        public StatusSet {
            paths = ValueChecks.paths(paths);
            Objects.requireNonNull(status, "status");
            running = List.copyOf(running);
            others = List.copyOf(others);
        }
    }

    /** The instance has begun to stop. */
    record Stopping() implements Answer {}

    /** The request could not be carried out. */
    record Failed(ErrorCode code, String message) implements Answer {
        /** Checks that there is a message. */
        public Failed {
            Objects.requireNonNull(code, "code");
            message = ValueChecks.message(message);
        }
    }
}
