package io.banyan.instance.message.client;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import java.util.Objects;
import java.util.Optional;

/**
 * A client's request that reads the table of jobs or the queues, and changes nothing.
 */
public sealed interface JobRead extends JobRequest {
    /** The queues, and how they stand. Answered by {@link JobAnswer.Queues}. */
    record Queues() implements JobRead {}

    /**
     * Why jobs wait. Nothing changes. Answered by {@link JobAnswer.Pending} or {@link Answer.Failed}.
     *
     * @param job one; empty for all that wait
     * @param isEstimated whether it is to be said as well when they would start, which costs a match for each in the
     *     queue
     */
    record Pending(Optional<JobId> job, boolean isEstimated) implements JobRead {
        /** Without estimates. */
        public Pending(Optional<JobId> job) {
            this(job, false);
        }

        /** Checks that nothing is missing. */
        public Pending {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * Which job has resources when: now, reserved, and as it is expected of those that wait. Nothing changes. Answered
     * by {@link JobAnswer.Timeline}.
     *
     * @param fromSec from when on, in the planner's time
     * @param toSec until when
     * @param withNodes whether it is to be said as well of which nodes
     */
    record Timeline(long fromSec, long toSec, boolean withNodes) implements JobRead {
        /** Without naming nodes. */
        public Timeline(long fromSec, long toSec) {
            this(fromSec, toSec, false);
        }

        /** Checks the times. */
        public Timeline {
            ValueChecks.notNegative(fromSec, "a time");
            if (toSec <= fromSec) {
                throw new IllegalArgumentException("the time " + toSec + " is not after " + fromSec);
            }
        }
    }

    /**
     * When which resources are busy, without jobs and owners. Nothing changes. Answered by {@link JobAnswer.Horizon}.
     *
     * @param fromSec from when on, in seconds since the epoch
     * @param toSec until when
     */
    record Horizon(long fromSec, long toSec) implements JobRead {
        /** Checks the times. */
        public Horizon {
            ValueChecks.notNegative(fromSec, "a time");
            if (toSec <= fromSec) {
                throw new IllegalArgumentException("the time " + toSec + " is not after " + fromSec);
            }
        }
    }

    /**
     * Say why a jobspec could start now, or why not; this instance's own graph is asked, and nothing changes. Answered
     * by {@link JobAnswer.Explained} or {@link Answer.Failed}.
     */
    record Explain(Jobspec jobspec) implements JobRead {
        /** Checks that there is a jobspec. */
        public Explain {
            Objects.requireNonNull(jobspec, "jobspec");
        }
    }

    /**
     * Return why a pending or reserved job waits, its expected start, and why its jobspec could start now or not; for a
     * reserved job as if it had no reservation. Nothing changes. Answered by {@link JobAnswer.Explained} or {@link
     * Answer.Failed}.
     */
    record ExplainJob(JobId job) implements JobRead {
        /** Checks that there is a job. */
        public ExplainJob {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * Return the places of jobs in the queues, and the parts of their priorities. Nothing changes. Answered by {@link
     * JobAnswer.Priorities} or {@link Answer.Failed}.
     *
     * @param job the one that is asked about; empty for the first of all that wait in a queue
     * @param most how many jobs, where all are asked about
     */
    record Priorities(Optional<JobId> job, int most) implements JobRead {
        /** The most jobs. */
        public static final int MOST = 1_000;

        /** Checks the number. */
        public Priorities {
            Objects.requireNonNull(job, "job");
            if (most < 1 || most > MOST) {
                throw new IllegalArgumentException(
                        "the priorities of 1 to " + MOST + " jobs can be requested at once, found " + most);
            }
        }
    }

    /** The information that is given on why jobs wait. */
    enum Reasons {
        /** Nothing. */
        NONE,
        /** Why they wait. */
        SAID,
        /**
         * Also when they are expected to start, if at most {@value #MOST_ESTIMATED} of the jobs wait: that costs a
         * match for the jobs that are before them in the queue.
         */
        ESTIMATED;

        /** The most jobs for which the expected start is estimated; for more it would take too long. */
        public static final int MOST_ESTIMATED = 100;
    }

    /**
     * Return jobs of the table at one moment. Answered by {@link JobAnswer.Jobs}.
     *
     * @param selection which jobs
     * @param ended whether ended jobs are wanted too
     * @param accounted whether to include the accounts of jobs that have not ended
     * @param reasons the kind of reasons of waiting jobs
     * @param most the maximum number of jobs that hold resources, and of the others; 0 for all
     * @param page the maximum number of jobs, those with the lowest numbers after {@code after}; 0 for all
     * @param after the number of the last job of the page before; 0 for the first page
     */
    record Jobs(
            JobSelection selection, boolean ended, boolean accounted, Reasons reasons, int most, int page, long after)
            implements JobRead {
        /** All of them, without what they had and used. */
        public Jobs(boolean ended) {
            this(ended, false, 0);
        }

        /** The first ones, without why they wait. */
        public Jobs(boolean ended, boolean accounted, int most) {
            this(JobSelection.ALL, ended, accounted, Reasons.NONE, most, 0, 0);
        }

        /** Checks the numbers. */
        public Jobs {
            Objects.requireNonNull(selection, "selection");
            Objects.requireNonNull(reasons, "reasons");
            ValueChecks.notNegative(most, "a number of jobs");
            ValueChecks.notNegative(page, "a number of jobs");
            ValueChecks.notNegative(after, "the number of a job");
        }
    }

    /**
     * How many of the jobs that are remembered are in which state. Answered by {@link JobAnswer.Counts}.
     *
     * @param selection which jobs; the times of advance reservations are none
     */
    record Count(JobSelection selection) implements JobRead {
        /** Checks the selection. */
        public Count {
            Objects.requireNonNull(selection, "selection");
        }
    }

    /**
     * The instance at one moment: its numbers, and the first of the jobs that run and that wait, with reasons. Answered
     * by {@link JobAnswer.Overview}.
     *
     * @param most how many jobs of each kind; 0 for the numbers alone
     */
    record Overview(int most) implements JobRead {
        /** The most jobs of each kind. */
        public static final int MOST = 1_000;

        /** Checks the number. */
        public Overview {
            if (most < 0 || most > MOST) {
                throw new IllegalArgumentException("an overview can have 0 to " + MOST + " jobs, found " + most);
            }
        }
    }

    /**
     * Return one job without its resources. Answered by {@link JobAnswer.JobInfo}, in which all but the job is empty,
     * or {@link Answer.Failed}. O(nodes of the job).
     */
    record JobLook(JobId job) implements JobRead {
        /** Checks that there is a job. */
        public JobLook {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * Return one job with its resources. Answered by {@link JobAnswer.JobInfo} or {@link Answer.Failed}.
     *
     * @param reasons the kind of reasons of its wait
     * @param isDetailed whether to include its jobspec and its events
     */
    record JobInfo(JobId job, MatchFormat format, Reasons reasons, boolean isDetailed) implements JobRead {
        /** Creates the request without the reasons of its wait, its jobspec and its events. */
        public JobInfo(JobId job, MatchFormat format) {
            this(job, format, Reasons.NONE, false);
        }

        /** Checks that nothing is missing. */
        public JobInfo {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(reasons, "reasons");
            Objects.requireNonNull(format, "format");
        }
    }
}
