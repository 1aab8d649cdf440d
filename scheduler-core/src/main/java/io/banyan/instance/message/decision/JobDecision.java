package io.banyan.instance.message.decision;

import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.jobspec.Jobspec;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Decisions on jobs: their resources and their ends. */
public sealed interface JobDecision extends Decision {
    /** Returns the job that the decision is about. */
    JobId job();

    /**
     * A job holds resources, now or later. For a submitted job, only the resources and the window count.
     *
     * @param owner the name of the principal that requested it
     * @param held the granted resources in their shortest form
     * @param childPath the path of the instance that will run in it, if it was spawned
     * @param ifLost the treatment of the job when it loses resources
     * @param malleable the jobspec of the instance, if it can run with more or less; else empty
     * @param askedSec the requested run time of the instance; the window ends earlier if the time of the parent does. 0
     *     without a time limit, without an instance, and in journals of earlier versions
     */
    record JobGranted(
            JobId job,
            String name,
            String owner,
            BookingKind kind,
            TimeWindow window,
            Optional<String> queue,
            List<HeldPart> held,
            Optional<String> childPath,
            IfLost ifLost,
            Optional<Jobspec> malleable,
            long askedSec)
            implements JobDecision {
        /** A job in which no instance runs that is malleable or has a time limit. */
        public JobGranted(
                JobId job,
                String name,
                String owner,
                BookingKind kind,
                TimeWindow window,
                Optional<String> queue,
                List<HeldPart> held,
                Optional<String> childPath,
                IfLost ifLost) {
            this(job, name, owner, kind, window, queue, held, childPath, ifLost, Optional.empty(), 0);
        }

        /** Checks that nothing is missing. */
        public JobGranted {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(name, "name");
            Principal.requireName(owner);
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(window, "window");
            Objects.requireNonNull(queue, "queue");
            held = List.copyOf(held);
            Objects.requireNonNull(childPath, "childPath");
            Objects.requireNonNull(ifLost, "ifLost");
            Objects.requireNonNull(malleable, "malleable");
            if (malleable.isPresent() && childPath.isEmpty()) {
                throw new IllegalArgumentException("job " + job + " must be a malleable instance, and is not one");
            }
            ValueChecks.notNegative(askedSec, "a duration");
        }
    }

    /**
     * A job waits from now on.
     *
     * @param owner the name of the principal that submitted it
     * @param jobspec its requested resources and its tasks
     */
    record JobSubmitted(JobId job, String name, String owner, Jobspec jobspec, Submission submission, IfLost ifLost)
            implements JobDecision {
        /** Checks that nothing is missing. */
        public JobSubmitted {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(name, "name");
            Principal.requireName(owner);
            Objects.requireNonNull(jobspec, "jobspec");
            Objects.requireNonNull(submission, "submission");
            Objects.requireNonNull(ifLost, "ifLost");
        }
    }

    /** The jobs or the time that a job waited for have come, and from now on it is in the queue, unless it is held. */
    record JobEligible(JobId job) implements JobDecision {
        /** Checks that there is a job. */
        public JobEligible {
            Objects.requireNonNull(job, "job");
        }
    }

    /** A job that was submitted and ran holds nothing any more, and waits again. */
    record JobRequeued(JobId job) implements JobDecision {
        /** Checks that there is a job. */
        public JobRequeued {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * The time limit of a submitted job has changed; its reservation, if it had one, is removed.
     *
     * @param durationSec from its start; 0 to the end of the planned time
     * @param isExtension whether only the present run may go on for so long, and its request stays as it is
     */
    record JobLimited(JobId job, long durationSec, boolean isExtension) implements JobDecision {
        /** Changes the request of a job. */
        public JobLimited(JobId job, long durationSec) {
            this(job, durationSec, false);
        }

        /** Checks the time. */
        public JobLimited {
            Objects.requireNonNull(job, "job");
            ValueChecks.notNegative(durationSec, "a duration");
        }
    }

    /** A job that waits is more or less urgent than before; its reservation, where it had one, is gone. */
    record JobUrged(JobId job, int urgency) implements JobDecision {
        /** Checks the urgency. */
        public JobUrged {
            Objects.requireNonNull(job, "job");
            Submission.requireUrgency(urgency);
        }
    }

    /** The resources that were reserved for a waiting job are free again; the job waits on. */
    record JobUnplanned(JobId job) implements JobDecision {
        /** Checks that there is a job. */
        public JobUnplanned {
            Objects.requireNonNull(job, "job");
        }
    }

    /** A reservation's time has come. */
    record JobStarted(JobId job) implements JobDecision {
        /** Checks that there is a job. */
        public JobStarted {
            Objects.requireNonNull(job, "job");
        }
    }

    /**
     * The end of a job with running processes was requested; they are being stopped.
     *
     * @param then the job's final state
     * @param untilSec the time until which it is planned to hold its resources, if that is sooner than before
     * @param usage the usage of its tasks, if these have ended and were measured, and its instance has not ended
     */
    record JobStopping(JobId job, JobState then, String why, OptionalLong untilSec, Optional<JobUsage> usage)
            implements JobDecision {
        /** One of which something is stopped that is not measured yet. */
        public JobStopping(JobId job, JobState then, String why, OptionalLong untilSec) {
            this(job, then, why, untilSec, Optional.empty());
        }

        /** Creates the decision for a job that keeps its plan. */
        public JobStopping(JobId job, JobState then, String why) {
            this(job, then, why, OptionalLong.empty());
        }

        /** Checks that it will be over. */
        public JobStopping {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(why, "why");
            Objects.requireNonNull(untilSec, "untilSec");
            Objects.requireNonNull(usage, "usage");
            if (then.isActive()) {
                throw new IllegalArgumentException("job " + job.value() + " cannot end as " + then);
            }
        }
    }

    /**
     * A job has ended and holds nothing. Resources that were grown for it return with a {@link ReturnDecision.GaveBack}
     * in the same transaction.
     *
     * @param usage the usage of its processes in its last run; empty if it was not measured, and in journals of earlier
     *     versions
     */
    record JobEnded(JobId job, JobState state, String why, long atSec, Optional<JobUsage> usage)
            implements JobDecision {
        /** Creates the decision for a job without measured usage. */
        public JobEnded(JobId job, JobState state, String why, long atSec) {
            this(job, state, why, atSec, Optional.empty());
        }

        /** Checks that it is over. */
        public JobEnded {
            Objects.requireNonNull(job, "job");
            Objects.requireNonNull(why, "why");
            Objects.requireNonNull(usage, "usage");
            if (state.isActive()) {
                throw new IllegalArgumentException("job " + job.value() + " cannot end as " + state);
            }
        }
    }

    /**
     * The resources that a job holds at these paths, or below them, are lost, and the job continues: its owner must
     * handle the loss.
     */
    record JobHurt(JobId job, List<String> paths) implements JobDecision {
        /** Checks the paths. */
        public JobHurt {
            Objects.requireNonNull(job, "job");
            paths = ValueChecks.paths(paths);
        }
    }

    /**
     * A job released a part of its resources, because a client requested it, or because they are lost.
     *
     * @param amounts the amount of each; of a divisible pool it can be a part. Empty if subtrees are released
     * @param subtrees whether the job's resources below these paths are free as well
     * @param left paths at which Fluxion would leave the job's tag; empty without Fluxion's rules
     */
    record PartlyCancelled(JobId job, List<String> paths, List<Long> amounts, boolean subtrees, List<String> left)
            implements JobDecision {
        /** Checks the paths. */
        public PartlyCancelled {
            Objects.requireNonNull(job, "job");
            paths = ValueChecks.paths(paths);
            amounts = List.copyOf(amounts);
            left = ValueChecks.paths(left);
            if (amounts.size() != (subtrees ? 0 : paths.size())) {
                throw new IllegalArgumentException(
                        amounts.size() + " amounts do not go with " + paths.size() + " paths.");
            }
        }
    }
}
