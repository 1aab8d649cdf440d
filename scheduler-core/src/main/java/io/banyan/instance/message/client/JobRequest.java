package io.banyan.instance.message.client;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.ChosenNames;
import io.banyan.resource.JobId;
import io.banyan.resource.PrintableText;
import io.banyan.rset.IdSet;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.GivenPart;
import io.banyan.schedule.GivenResources;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** A client's request for jobs that are no instances, or about existing jobs. */
public sealed interface JobRequest extends Request
        permits JobRead,
                JobRequest.Match,
                JobRequest.Submit,
                JobRequest.SubmitAll,
                JobRequest.SetQueue,
                JobRequest.Urge,
                JobRequest.Requeue,
                JobRequest.Limit,
                JobRequest.MultiMatch,
                JobRequest.Update,
                JobRequest.Cancel,
                JobRequest.PartialCancel {
    /**
     * Find resources for a jobspec and, where the operation says so, allocate or reserve them under a new job id.
     * Answered by {@link Answer.Matched}, {@link Answer.Refused} or {@link Answer.Failed}.
     *
     * @param name the owner's name of the job; may be empty
     * @param rules the rules for the kind of a refusal
     */
    record Match(Jobspec jobspec, MatchOperation operation, MatchFormat format, String name, MatchRules rules)
            implements JobRequest {
        /** By Banyan's own rules. */
        public Match(Jobspec jobspec, MatchOperation operation, MatchFormat format, String name) {
            this(jobspec, operation, format, name, MatchRules.BANYAN);
        }

        /** Checks that nothing is missing. */
        public Match {
            Objects.requireNonNull(jobspec, "jobspec");
            Objects.requireNonNull(operation, "operation");
            Objects.requireNonNull(format, "format");
            Objects.requireNonNull(rules, "rules");
            if (!name.isEmpty()) {
                ChosenNames.require(name, "a job's name");
            }
        }
    }

    /**
     * Put a job into the queue, or an array of jobs: each starts when its conditions hold, it is its turn and there is
     * room for it. Answered by {@link JobAnswer.Submitted} at once, of an array with the first; by {@link
     * Answer.Refused} where the instance could never have room for it, or by {@link Answer.Failed}.
     *
     * @param name the owner's name of the job; may be empty
     * @param urgency see {@link Submission#urgency}
     * @param indices the indices of the jobs of an array, one job for each; empty for a single job
     * @param atOnce the maximum number of jobs of the array that run or have a reservation at once; 0 for all
     */
    record Submit(Jobspec jobspec, String name, int urgency, IdSet indices, int atOnce) implements JobRequest {
        /** One job. */
        public Submit(Jobspec jobspec, String name, int urgency) {
            this(jobspec, name, urgency, IdSet.empty());
        }

        /** An array whose jobs may all run at once. */
        public Submit(Jobspec jobspec, String name, int urgency, IdSet indices) {
            this(jobspec, name, urgency, indices, 0);
        }

        /** Returns this request for another jobspec. */
        public Submit with(Jobspec other) {
            return new Submit(other, name, urgency, indices, atOnce);
        }

        /** Returns this request with the name that the jobspec has, where the request has none. */
        public Submit named() {
            return name.isEmpty()
                    ? new Submit(jobspec, jobspec.attributes().jobName().orElse(""), urgency, indices, atOnce)
                    : this;
        }

        /** Checks the name, the urgency and how many they are. */
        public Submit {
            Objects.requireNonNull(jobspec, "jobspec");
            Submission.requireUrgency(urgency);
            if (indices.size() > ArrayPlace.MOST) {
                throw new IllegalArgumentException(
                        "an array can have at most " + ArrayPlace.MOST + " jobs, found " + indices.size());
            }
            ValueChecks.notNegative(atOnce, "the number of jobs of an array at once");
            if (atOnce > 0 && indices.isEmpty()) {
                throw new IllegalArgumentException("only an array can have a maximum number of concurrent jobs");
            }
            if (!name.isEmpty()) {
                ChosenNames.require(name, "a job's name");
            }
        }
    }

    /**
     * Put several jobs into the queue: all of them, or none. Answered by {@link JobAnswer.AllSubmitted} or {@link
     * JobAnswer.NoneSubmitted}.
     *
     * @param jobs none of them an array
     */
    record SubmitAll(List<Submit> jobs) implements JobRequest {
        /** The most jobs. */
        public static final int MOST = 1_000;

        /** Checks how many they are. */
        public SubmitAll {
            jobs = List.copyOf(jobs);
            if (jobs.isEmpty() || jobs.size() > MOST) {
                throw new IllegalArgumentException("one call can submit 1 to " + MOST + " jobs, found " + jobs.size());
            }
            if (jobs.stream().anyMatch(job -> !job.indices().isEmpty())) {
                throw new IllegalArgumentException("a call that submits several jobs cannot contain arrays");
            }
        }
    }

    /**
     * Set whether a queue takes new jobs and whether it starts jobs; an empty field changes nothing. Stopping a queue
     * frees its reservations. Answered by {@link JobAnswer.Queues} or {@link Answer.Failed}.
     *
     * @param queue its name; empty if the instance has one queue
     * @param why the reason for the users of refused or waiting jobs; may be empty
     */
    record SetQueue(String queue, Optional<Boolean> takes, Optional<Boolean> starts, String why) implements JobRequest {
        /** Checks the reason. */
        public SetQueue {
            Objects.requireNonNull(queue, "queue");
            Objects.requireNonNull(takes, "takes");
            Objects.requireNonNull(starts, "starts");
            if (!why.isEmpty()) {
                PrintableText.require("a reason", ValueChecks.id(why, "a reason"));
            }
        }
    }

    /**
     * Make a job that waits more or less urgent; with {@link Submission#HELD} it waits until that is changed again.
     * Answered by {@link JobAnswer.Submitted} or {@link Answer.Failed}.
     *
     * @param states the request fails where the job is in another state; empty for all
     */
    record Urge(JobId job, int urgency, Set<JobState> states) implements JobRequest {
        /** Changes the urgency of a job in any state in which it waits. */
        public Urge(JobId job, int urgency) {
            this(job, urgency, Set.of());
        }

        /** Checks the urgency and copies the states. */
        public Urge {
            Objects.requireNonNull(job, "job");
            Submission.requireUrgency(urgency);
            states = Set.copyOf(states);
        }
    }

    /**
     * Stop a job that was submitted and runs, and let it wait again, with its number and its place in the queue.
     * Answered by {@link JobAnswer.Submitted} when that is begun, or by {@link Answer.Failed}.
     *
     * @param states the request fails where the job is in another state; empty for all
     */
    record Requeue(JobId job, Set<JobState> states) implements JobRequest {
        /** In whatever state the job is. */
        public Requeue(JobId job) {
            this(job, Set.of());
        }

        /** Copies the states. */
        public Requeue {
            Objects.requireNonNull(job, "job");
            states = Set.copyOf(states);
        }
    }

    /**
     * Change the time limit of a submitted job, which waits or runs. A running job gets more time only if its resources
     * are free for longer; plans for waiting jobs yield. Answered by {@link JobAnswer.Submitted} or {@link
     * Answer.Failed}.
     *
     * @param durationSec from its start; 0 for a limit at the end of the planned time
     */
    record Limit(JobId job, long durationSec) implements JobRequest {
        /** Checks the time. */
        public Limit {
            Objects.requireNonNull(job, "job");
            ValueChecks.notNegative(durationSec, "a duration");
            if (durationSec > Attributes.MAX_DURATION_SEC) {
                throw new IllegalArgumentException(
                        "a duration must be at most " + Attributes.MAX_DURATION_SEC + " seconds");
            }
        }
    }

    /**
     * Match one after the other, up to the first that fails; earlier results stay. Answered by {@link
     * JobAnswer.MultiMatched}.
     */
    record MultiMatch(List<Match> matches) implements JobRequest {
        /** The most matches at once. */
        public static final int MOST = 10_000;

        /** Copies the list. */
        public MultiMatch {
            matches = List.copyOf(matches);
            if (matches.isEmpty() || matches.size() > MOST) {
                throw new IllegalArgumentException(
                        "a request can match 1 to " + MOST + " jobspecs, found " + matches.size());
            }
        }
    }

    /**
     * Book resources that this or another scheduler gave to a job before, under that job's id. Answered by {@link
     * Answer.Matched}, {@link Answer.Refused} where the graph has not got them or they are not free, or {@link
     * Answer.Failed}.
     *
     * @param kind an allocation or a reservation; a reservation that begins now or earlier is booked as an allocation
     * @param atSec from when on, in the planner's time; empty for now
     * @param durationSec the duration; 0 to the end of the planned time
     */
    record Update(
            JobId job,
            BookingKind kind,
            GivenResources resources,
            OptionalLong atSec,
            long durationSec,
            MatchFormat format)
            implements JobRequest {
        /** Checks the times. */
        public Update {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(resources, "resources");
            Objects.requireNonNull(format, "format");
            ValueChecks.notNegative(atSec.orElse(0), "a time");
            ValueChecks.notNegative(durationSec, "a duration");
        }
    }

    /**
     * End a job and free its resources. A child instance is stopped first. Answered by {@link JobAnswer.Cancelled} when
     * all is free.
     *
     * @param counted whether to count the visits that Fluxion would make, which costs O(the job's holds)
     * @param states the request fails where the job is in another state; empty for all
     */
    record Cancel(JobId job, boolean counted, Set<JobState> states) implements JobRequest {
        /** In whatever state the job is. */
        public Cancel(JobId job, boolean counted) {
            this(job, counted, Set.of());
        }

        /** Without counting. */
        public Cancel(JobId job) {
            this(job, false);
        }

        /** Copies the states. */
        public Cancel {
            Objects.requireNonNull(job, "job");
            states = Set.copyOf(states);
        }
    }

    /**
     * Free a part of the resources of a job that is no child instance. A job that then holds nothing has ended.
     * Answered by {@link JobAnswer.PartlyCancelled} or {@link Answer.Failed}.
     *
     * @param rules whether the job may continue without resources, as it sometimes does in Fluxion
     */
    record PartialCancel(JobId job, GivenPart part, MatchRules rules) implements JobRequest {
        /** Checks that nothing is missing. */
        public PartialCancel {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(part, "part");
            Objects.requireNonNull(rules, "rules");
        }
    }
}
