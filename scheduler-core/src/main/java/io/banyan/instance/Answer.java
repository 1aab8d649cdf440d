package io.banyan.instance;

import io.banyan.jobspec.Malleability;
import io.banyan.match.Explanation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.Status;
import io.banyan.schedule.CancelVisits;
import io.banyan.schedule.JobId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

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
     * @param run which request it was and what it cost
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
     * As many answers as jobspecs were matched, in their order: {@link Matched}, and at the end perhaps {@link Refused} or {@link Failed}.
     */
    record MultiMatched(List<Answer> answers) implements Answer {
        /** Copies the list. */
        public MultiMatched {
            answers = List.copyOf(answers);
        }
    }

    /**
     * No.
     *
     * @param unsatisfiable whether it could not be met even if everything here were free; of a grow always false, since what other
     *     sources have may change
     * @param reasons of every level that was asked, the asker's first
     * @param run which request it was and what it cost
     */
    record Refused(boolean unsatisfiable, List<LevelReasons> reasons, MatchRun run) implements Answer {
        /** Of what was no match here. */
        public Refused(boolean unsatisfiable, List<LevelReasons> reasons) {
            this(unsatisfiable, reasons, MatchRun.NONE);
        }

        /** Checks that there are reasons. */
        public Refused {
            reasons = List.copyOf(reasons);
            if (reasons.isEmpty()) {
                throw new IllegalArgumentException("a refusal carries reasons, found none");
            }
        }
    }

    /** Why a jobspec could start now, or why not. */
    record Explained(Explanation explanation) implements Answer {
        /** Checks that there is an explanation. */
        public Explained {
            Objects.requireNonNull(explanation, "explanation");
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
     * The resources have left this instance, and are free where they came from and at every level on the way.
     *
     * @param paths the tops of what was given back
     * @param askedAgain the grows for which providers were only asked again for what they had not taken back before
     * @param unreleased what a provider, here or above, did not take back
     * @param why why it is less than was wanted; empty where it is not
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
            Checks.id(requestId, "a request id");
            paths = Checks.paths(paths);
            askedAgain = List.copyOf(askedAgain);
            unreleased = List.copyOf(unreleased);
            why = why.isEmpty() ? why : Checks.message(why);
        }
    }

    /**
     * What a child instance gave back is free here, or where it came from.
     *
     * @param paths the tops of what came; all that the instance had, where it was fenced
     * @param why why that is not all that was wanted; empty where it is
     * @param fenced whether the instance was ended for it
     */
    record Reclaimed(String requestId, JobId job, List<String> paths, String why, boolean fenced) implements Answer {
        /** Checks the id and the paths. */
        public Reclaimed {
            Checks.id(requestId, "a request id");
            Objects.requireNonNull(job, "job");
            paths = Checks.paths(paths);
            why = why.isEmpty() ? why : Checks.message(why);
        }
    }

    /** Nothing was given back, since these jobs use some of it. */
    record InUse(String requestId, List<JobId> jobs, String message) implements Answer {
        /** Checks that there are jobs. */
        public InUse {
            Checks.id(requestId, "a request id");
            message = Checks.message(message);
            jobs = List.copyOf(jobs);
        }
    }

    /**
     * The job has ended and what it held is free.
     *
     * @param visits those that Fluxion would have made, where they were asked for
     * @param unreleased what was grown for it and a provider, here or above, did not take back
     */
    record Cancelled(JobId job, Optional<CancelVisits> visits, List<Unreleased> unreleased) implements Answer {
        /** Uncounted, and nothing is left at a provider. */
        public Cancelled(JobId job) {
            this(job, Optional.empty(), List.of());
        }

        /** Checks that there is a job. */
        public Cancelled {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(visits, "visits");
            unreleased = List.copyOf(unreleased);
        }
    }

    /**
     * A part of what the job held is free.
     *
     * @param paths what was freed; of ranks and shorthand the tops
     * @param over whether the job held nothing more, and has ended
     */
    record PartlyCancelled(JobId job, List<String> paths, boolean over) implements Answer {
        /** Checks the paths. */
        public PartlyCancelled {
            Objects.requireNonNull(job, "job");
            paths = Checks.paths(paths);
        }
    }

    /** Resources were added to the graph: so many vertices and edges are new. */
    record Attached(int vertices, int edges) implements Answer {}

    /**
     * Resources are no longer in the graph.
     *
     * @param paths the tops of what was removed
     * @param hurt the jobs that lost some of it; they go on with the rest, which may be nothing
     */
    record Removed(List<String> paths, List<JobId> hurt) implements Answer {
        /** Checks the paths. */
        public Removed {
            paths = Checks.paths(paths);
            hurt = List.copyOf(hurt);
        }
    }

    /**
     * The properties of a vertex here.
     *
     * @param instances the jobs of child instances that have the vertex too, with the properties that it had when they got it
     */
    record Properties(String path, Map<String, String> properties, List<JobId> instances) implements Answer {
        /** Copies the map, in its order. */
        public Properties {
            Checks.path(path);
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
     */
    record Nodes(List<NodeReport> nodes, boolean areMore) implements Answer {
        /** Copies the list. */
        public Nodes {
            nodes = List.copyOf(nodes);
        }
    }

    /** The job is in the queue, as it is now; it may have started already. */
    record Submitted(JobRecord job) implements Answer {
        /** Checks that there is a job. */
        public Submitted {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * What became of a proposal to run with another number of slots.
     *
     * @param number the proposal's
     * @param why why it was not accepted; may be empty
     * @param slots with how many it goes on: an instance can give back less than was wanted, and what it gave back is gone
     */
    record Rescaled(JobId job, long number, long from, long to, RescaleOutcome outcome, String why, long slots)
            implements Answer {
        /** Of a job that took all of it, or nothing. */
        public Rescaled(JobId job, long number, long from, long to, RescaleOutcome outcome, String why) {
            this(job, number, from, to, outcome, why, outcome == RescaleOutcome.ACCEPTED ? to : from);
        }

        /** The same, where it goes on with so many. */
        public Rescaled with(long newSlots) {
            return new Rescaled(job, number, from, to, outcome, why, newSlots);
        }

        /** Checks that nothing is missing. */
        public Rescaled {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(outcome, "outcome");
            Objects.requireNonNull(why, "why");
        }
    }

    /**
     * With how many slots a malleable job runs.
     *
     * @param bounds with how many it can
     * @param proposal what it has not answered yet
     */
    record Slots(JobId job, long slots, Malleability bounds, Optional<Proposal> proposal) implements Answer {
        /** Checks that nothing is missing. */
        public Slots {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(bounds, "bounds");
            Objects.requireNonNull(proposal, "proposal");
        }
    }

    /**
     * What is proposed to a job.
     *
     * @param resources what it will hold where it accepts that, as R; empty where that cannot be written
     */
    record Proposal(long number, long from, long to, String resources) {}

    /** The jobs that wait, in the order of their numbers, and why. */
    record Pending(List<Waiting> waiting) implements Answer {
        /** Copies the list. */
        public Pending {
            waiting = List.copyOf(waiting);
        }
    }

    /** When jobs have resources, in the order of their starts. */
    record Timeline(List<Span> spans) implements Answer {
        /** Copies the list. */
        public Timeline {
            spans = List.copyOf(spans);
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
     * @param child the job in which the wanted one runs, or one that it is below of; empty where it is the one that answers
     * @param asker as whom the asker comes there
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
     * @param running the jobs that held something at or below them; they are left alone, unless it is lost
     * @param others those of the vertices that have another status all the same, for somebody else says something worse
     */
    record StatusSet(List<String> paths, Status status, List<JobId> running, List<VertexStatus> others)
            implements Answer {
        /** Checks the paths. */
        public StatusSet {
            paths = Checks.paths(paths);
            Objects.requireNonNull(status, "status");
            running = List.copyOf(running);
            others = List.copyOf(others);
        }
    }

    /**
     * The queues, in the order in which they are configured.
     *
     * @param limits those of all queues together, as they are configured
     * @param shares who has used how much, where that matters; to a user his own
     */
    record Queues(List<QueueSummary> queues, List<String> limits, List<QueueShare> shares) implements Answer {
        /** Copies the lists. */
        public Queues {
            queues = List.copyOf(queues);
            limits = List.copyOf(limits);
            shares = List.copyOf(shares);
        }
    }

    /** The instance has begun to stop. */
    record Stopping() implements Answer {}

    /** It could not be done. */
    record Failed(ErrorCode code, String message) implements Answer {
        /** Checks that there is a message. */
        public Failed {
            Objects.requireNonNull(code, "code");
            message = Checks.message(message);
        }
    }
}
