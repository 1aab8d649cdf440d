package io.banyan.instance.message.client;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.explain.Explanation;
import io.banyan.queue.Priority;
import io.banyan.resource.JobId;
import io.banyan.schedule.CancelVisits;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer of an instance to a {@link JobRequest} about jobs and queues that are there; a request that gets resources
 * is answered with {@link Answer.Matched}.
 */
public sealed interface JobAnswer extends Answer {
    /**
     * One answer for each jobspec that was matched, in their order: {@link Matched}, and at the end perhaps {@link
     * Refused} or {@link Failed}.
     */
    record MultiMatched(List<Answer> answers) implements JobAnswer {
        /** Copies the list. */
        public MultiMatched {
            answers = List.copyOf(answers);
        }
    }

    /**
     * The explanation why a jobspec could start now or not.
     *
     * @param waiting the reason why the job waits, if the request was for a job
     */
    record Explained(Explanation explanation, Optional<Waiting> waiting) implements JobAnswer {
        /** Creates the explanation of a jobspec. */
        public Explained(Explanation explanation) {
            this(explanation, Optional.empty());
        }

        /** Checks that nothing is missing. */
        public Explained {
            Objects.requireNonNull(explanation, "explanation");
            Objects.requireNonNull(waiting, "waiting");
        }
    }

    /**
     * The job has ended and its resources are free.
     *
     * @param visits the visits that Fluxion would have made, if requested
     * @param unreleased the resources that were grown for it and that a provider, here or above, did not take back
     */
    record Cancelled(JobId job, Optional<CancelVisits> visits, List<Unreleased> unreleased) implements JobAnswer {
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
     * A part of the job's resources is free.
     *
     * @param paths the freed vertices; of ranks and shorthand the tops
     * @param over whether the job held nothing more, and has ended
     */
    record PartlyCancelled(JobId job, List<String> paths, boolean over) implements JobAnswer {
        /** Checks the paths. */
        public PartlyCancelled {
            Objects.requireNonNull(job, "job");
            paths = ValueChecks.paths(paths);
        }
    }

    /** The job is in the queue, as it is now; it may have started already. */
    record Submitted(JobRecord job) implements JobAnswer {
        /** Checks that there is a job. */
        public Submitted {
            Objects.requireNonNull(job, "job");
        }
    }

    /** How many jobs are in which state; states in which none is are absent. */
    record Counts(Map<JobState, Long> jobs) implements JobAnswer {
        /** Copies the numbers. */
        public Counts {
            jobs = Map.copyOf(jobs);
        }
    }

    /** All jobs of a call are in the queue; some may have started already. Their numbers follow each other. */
    record AllSubmitted(JobId first, int count) implements JobAnswer {
        /** Checks the numbers. */
        public AllSubmitted {
            Objects.requireNonNull(first, "first");
            ValueChecks.notNegative(count, "a number of jobs");
        }
    }

    /**
     * None of the jobs of a call is in the queue.
     *
     * @param index of the first that cannot be, from 0
     * @param why {@link Refused} where the instance could never have room for it, else {@link Failed}
     */
    record NoneSubmitted(int index, Answer why) implements JobAnswer {
        /** Checks the index. */
        public NoneSubmitted {
            ValueChecks.notNegative(index, "an index");
            Objects.requireNonNull(why, "why");
        }
    }

    /** The jobs that wait, in the order of their numbers, and why. */
    record Pending(List<Waiting> waiting) implements JobAnswer {
        /** Copies the list. */
        public Pending {
            waiting = List.copyOf(waiting);
        }
    }

    /** When jobs have resources, in the order of their starts. */
    record Timeline(List<Span> spans) implements JobAnswer {
        /** Copies the list. */
        public Timeline {
            spans = List.copyOf(spans);
        }
    }

    /**
     * When which resources are busy, in the order of the starts.
     *
     * @param version a number that changes with every booking, and with every other decision of this process
     */
    record Horizon(long version, List<BusyParts> busy) implements JobAnswer {
        /** Copies the list. */
        public Horizon {
            ValueChecks.notNegative(version, "a version");
            busy = List.copyOf(busy);
        }
    }

    /**
     * Jobs as they are at one moment.
     *
     * @param jobs in the order of their ids
     * @param waiting why those of them wait that do, where that was asked for
     * @param areMore whether others follow, on another page
     */
    record Jobs(List<JobRecord> jobs, List<Waiting> waiting, boolean areMore) implements JobAnswer {
        /** All of them, without why they wait. */
        public Jobs(List<JobRecord> jobs) {
            this(jobs, List.of(), false);
        }

        /** Copies the lists. */
        public Jobs {
            jobs = List.copyOf(jobs);
            waiting = List.copyOf(waiting);
        }
    }

    /**
     * The instance at one moment.
     *
     * @param asker the name of the asker, by which its jobs are known
     * @param statistics its numbers
     * @param jobs the first of the jobs that hold resources now, and the first of the waiting ones, with their accounts
     *     and the reasons of the wait
     * @param nodesNotUp how many nodes are draining, drained, down or lost
     * @param endedLately how many jobs that the asker may see ended in the last {@value #LATELY_SEC} seconds, as far as
     *     they are remembered
     * @param others the jobs of other users; empty where a daemon of an earlier version does not count them
     */
    record Overview(
            String asker,
            Statistics statistics,
            Jobs jobs,
            long nodesNotUp,
            long endedLately,
            Optional<OtherJobs> others)
            implements JobAnswer {
        /** The time over which ended jobs are counted, in seconds. */
        public static final int LATELY_SEC = 10;

        /** Checks that nothing is missing. */
        public Overview {
            Objects.requireNonNull(asker, "asker");
            Objects.requireNonNull(statistics, "statistics");
            Objects.requireNonNull(jobs, "jobs");
            Objects.requireNonNull(others, "others");
        }
    }

    /**
     * The jobs that have not ended and that the asker may see, but does not own.
     *
     * @param users the first {@value #MOST_USERS} of their owners by name
     */
    record OtherJobs(long jobs, List<String> users) {
        /** The most owners that are named. */
        public static final int MOST_USERS = 5;

        /** Copies the list. */
        public OtherJobs {
            users = List.copyOf(users);
        }

        /** Counts those of these jobs that the asker does not own. O(jobs). */
        public static OtherJobs of(String asker, Stream<JobRecord> jobs) {
            return of(jobs.filter(job -> !job.owner().equals(asker))
                    .collect(Collectors.groupingBy(JobRecord::owner, TreeMap::new, Collectors.counting())));
        }

        /** Returns the total from the number of jobs of each owner, with the first owners by name. O(owners). */
        public static OtherJobs of(SortedMap<String, Long> byOwner) {
            return new OtherJobs(
                    byOwner.values().stream().mapToLong(count -> count).sum(),
                    byOwner.keySet().stream().limit(MOST_USERS).toList());
        }
    }

    /**
     * One job.
     *
     * @param resources all that it holds, in the format that was asked for; empty where it has ended
     * @param grows the request ids of the grows whose resources it still holds
     * @param deadlineSec its deadline, in seconds since the epoch; empty if it has none, or has ended
     * @param waiting why it waits; empty where it does not
     * @param detail its jobspec and its events; empty where that was not asked for, or the daemon is of an earlier
     *     version
     */
    record JobInfo(
            JobRecord job,
            String resources,
            List<String> grows,
            OptionalLong deadlineSec,
            Optional<Waiting> waiting,
            Optional<JobDetail> detail)
            implements JobAnswer {
        /** Copies the list. */
        public JobInfo {
            Objects.requireNonNull(detail, "detail");
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(resources, "resources");
            Objects.requireNonNull(deadlineSec, "deadlineSec");
            Objects.requireNonNull(waiting, "waiting");
            grows = List.copyOf(grows);
        }
    }

    /**
     * The jobspec that a job runs, and the events that happened to the job.
     *
     * @param jobspec without the variables of its processes, and of a job that has ended without the content of the
     *     files that it carries; empty where it did not come through the queue, or is withheld
     * @param isWithheld whether there is a jobspec that the asker may not read
     * @param events in their order
     */
    record JobDetail(Optional<Jobspec> jobspec, boolean isWithheld, List<JobEvent> events) {
        /** Copies the list. */
        public JobDetail {
            Objects.requireNonNull(jobspec, "jobspec");
            events = List.copyOf(events);
        }
    }

    /**
     * The places of jobs in the queues.
     *
     * @param places in their order; of one job that was asked about, one or none
     * @param apart the job that was asked about, where it waits and is in no queue
     * @param areMore whether others follow
     * @param rankedMillis when age and fair share were last looked at; empty where they do not matter
     */
    record Priorities(List<JobPlace> places, Optional<Waiting> apart, boolean areMore, OptionalLong rankedMillis)
            implements JobAnswer {
        /** Copies the list. */
        public Priorities {
            places = List.copyOf(places);
            Objects.requireNonNull(apart, "apart");
            Objects.requireNonNull(rankedMillis, "rankedMillis");
        }
    }

    /**
     * The place of a waiting job in a queue, and the parts of its priority.
     *
     * @param queue its queue; empty if the instance has one queue
     * @param inQueue its place among the jobs that wait in this queue
     * @param inAll its place among the jobs that wait in all queues
     * @param queuePriority the priority of the queue
     * @param parts the factors that have a weight
     */
    record JobPlace(
            JobRecord job, String queue, Place inQueue, Place inAll, int queuePriority, List<Priority.Part> parts) {
        /** Checks that nothing is missing. */
        public JobPlace {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(queue, "queue");
            Objects.requireNonNull(inQueue, "inQueue");
            Objects.requireNonNull(inAll, "inAll");
            parts = List.copyOf(parts);
        }
    }

    /** A place in an order, from 1, and how many there are. */
    record Place(long number, long of) {
        /** Checks the numbers. */
        public Place {
            if (number < 1 || number > of) {
                throw new IllegalArgumentException("there is no place " + number + " of " + of);
            }
        }
    }

    /**
     * The queues, in the order in which they are configured.
     *
     * @param limits those of all queues together, as they are configured
     * @param shares the usage of each payer, if it counts for priorities; for a caller with the role user, only the
     *     caller's own
     */
    record Queues(List<QueueSummary> queues, List<String> limits, List<QueueShare> shares) implements JobAnswer {
        /** Copies the lists. */
        public Queues {
            queues = List.copyOf(queues);
            limits = List.copyOf(limits);
            shares = List.copyOf(shares);
        }
    }
}
