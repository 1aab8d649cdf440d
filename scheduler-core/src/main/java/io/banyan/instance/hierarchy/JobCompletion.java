package io.banyan.instance.hierarchy;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.CommandEnd;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.release.JobStopper;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * When jobs begin and how they end: reservations that start, time that is over, cancels, and child instances that must
 * stop first.
 */
public final class JobCompletion implements JobStopper {
    private static final Comparator<JobRecord> BY_START =
            Comparator.comparingLong((JobRecord job) -> job.window().startSec()).thenComparing(JobRecord::id);

    static final String IN_EPILOG = "its command has ended and its epilog is running; the job ends with the epilog";

    private final InstanceState state;
    private final Grows grows;
    private final ResourceReturn resourceReturn;
    private final PendingCalls pendingCalls;
    private final DelayedStarts delayedStarts;
    private final DeadlineEnds deadlineEnds;
    private final QueuedInstances queued;
    private final JobTimeline timeline = new JobTimeline();
    private final UnendedJobs unended;

    public JobCompletion(
            InstanceState state,
            Grows grows,
            ResourceReturn resourceReturn,
            PendingCalls pendingCalls,
            QueuedInstances queued) {
        this.queued = queued;
        this.state = state;
        this.grows = grows;
        this.resourceReturn = resourceReturn;
        this.pendingCalls = pendingCalls;
        this.unended = new UnendedJobs(pendingCalls);
        this.delayedStarts = new DelayedStarts(state);
        this.deadlineEnds = new DeadlineEnds(state);
    }

    public long nextDeadline() {
        return timeline.next();
    }

    /**
     * A job is new, or goes on in a new process: its start or its end is waited for. A reservation is one at the moment
     * at which it is made, also where it begins at once: time has to go on for it to start, and in a session it stands
     * still.
     */
    public void track(Transition transition, JobRecord job) {
        timeline.track(job, transition.nowMillis() + 1);
    }

    /** Whether its start or its end is waited for. */
    public boolean isTracked(JobId job) {
        return timeline.has(job);
    }

    /** Frees the reservation of a waiting job. */
    public void unplan(Transition transition, JobId job) {
        forget(job);
        transition.decide(new JobDecision.JobUnplanned(job));
    }

    /** Whether a job has something from elsewhere, for as long as it was to run. */
    public boolean hasGrown(JobId job) {
        return state.origins().grownFor(job).stream().anyMatch(origin -> origin.arrival() != GrowRoute.LOCAL);
    }

    /** Stops waiting for the start of a job. */
    public void forget(JobId job) {
        timeline.forget(job);
        unended.forgetEpilog(job);
    }

    /** Starts the processes of a submitted job, now that it has its resources: its tasks, or its instance. */
    public void run(Transition transition, JobRecord job) {
        if (job.isInstance()) {
            queued.start(transition, job);
        } else {
            queued.tasks(job, false).ifPresent(transition::add);
        }
    }

    /**
     * How long the processes of a job may take to end. In a child instance half as long as itself may take: where that
     * is to stop, its jobs end before.
     */
    private long jobGraceMillis() {
        long all = state.config().limits().stopMillis();
        return state.depth() == 0 ? all : Math.max(1, all / 2);
    }

    /** The process is a new one. */
    public void restarted(Transition transition) {
        for (JobRecord job : state.jobs().active()) {
            timeline.track(job, transition.nowMillis());
            boolean isStopping = job.state() == JobState.STOPPING;
            if (job.isInstance()) {
                queued.restarted(transition, job, isStopping ? graceLeft(transition, job) : 0);
            } else if (job.state() == JobState.RUNNING) {
                queued.tasks(job, true).ifPresent(transition::add);
            }
            if (isStopping && !job.isInstance()) {
                long atMillis = state.jobs().toldMillis(job.id());
                transition.add(new Effect.StopJob(
                        job.id(),
                        graceLeft(transition, job),
                        queued.tasks(job, true).map(it -> new Effect.StopJob.Asked(it, atMillis))));
            } else if (isStopping) {
                boolean isIdle = job.child().filter(ChildRecord::isIdle).isPresent();
                transition.add(
                        new Effect.StopChild(job.id(), state.config().limits().stopMillis(), isIdle));
            }
        }
    }

    /**
     * Starts the reservations whose time has come, and ends the jobs whose time is over. Ends come first: they make
     * room.
     */
    public void timeReached(Transition transition) {
        if (timeline.next() > transition.nowMillis()) {
            return;
        }
        List<JobRecord> over = new ArrayList<>();
        List<JobRecord> ready = new ArrayList<>();
        for (JobId id : timeline.due(transition.nowMillis())) {
            JobRecord job = state.jobs().active(id).orElse(null);
            if (job != null && job.state() == JobState.RUNNING) {
                over.add(job);
            } else if (job != null && job.state() == JobState.RESERVED) {
                ready.add(job);
            }
        }
        over.forEach(job -> expire(transition, job));
        // Earlier failed attempts do not influence the order.
        ready.sort(BY_START);
        ready.forEach(job -> state.jobs()
                .active(job.id())
                .filter(it -> it.state() == JobState.RESERVED)
                .ifPresent(it -> start(transition, it)));
    }

    /**
     * Starts a job whose reservation begins. A submitted job has all its time from when it starts; another one, and a
     * job whose booking never moves, has what it has booked.
     */
    private void start(Transition transition, JobRecord job) {
        boolean isSubmitted =
                job.submission().isPresent() && !state.submitted().queue().isBooked(job.id());
        boolean isOver = !isSubmitted && job.window().endSec() <= transition.nowSec();
        boolean mustWait = state.jobs().stopping().stream()
                .filter(other -> other.window().endSec() <= transition.nowSec())
                .anyMatch(other -> state.schedule().holdings().exclude(other.id(), job.id()));
        boolean isPromised = state.schedule().promises().contains(job.id())
                && state.schedule().holdings().isEmpty(job.id());
        if (isOver) {
            end(transition, job.id(), JobState.EXPIRED, "it reached its time limit before it started");
        } else if (isPromised && isSubmitted) {
            // Its queue booked its nodes by their number, and has another policy now.
            unplan(transition, job.id());
        } else if (isPromised) {
            timeline.delay(job, transition.nowMillis() + state.config().limits().newsMillis());
            state.transients().mayStart();
        } else if (mustWait && job.window().endSec() > transition.nowSec()) {
            timeline.delay(job, transition.nowMillis() + state.config().limits().newsMillis());
        } else if (mustWait) {
            // The job needs a reservation at any time; otherwise a later job gets its resources.
            delayedStarts.delayed(job, transition.nowSec() + 1).forEach(id -> unplan(transition, id));
        } else if (isSubmitted && job.window().startSec() < transition.nowSec()) {
            delayedStarts.delayed(job, transition.nowSec()).forEach(id -> unplan(transition, id));
        } else {
            transition.decide(new JobDecision.JobStarted(job.id()));
            state.jobs().active(job.id()).ifPresent(started -> {
                track(transition, started);
                run(transition, started);
            });
        }
    }

    private void expire(Transition transition, JobRecord job) {
        OptionalLong longerSec = deadlineEnds.longerSec(job);
        if (longerSec.isPresent()) {
            transition.decide(new JobDecision.JobLimited(job.id(), longerSec.getAsLong(), true));
            state.jobs().active(job.id()).ifPresent(it -> track(transition, it));
            return;
        }
        boolean isReservation = state.reservations().bookedUnder(job.id()).isPresent();
        stop(transition, job, isReservation ? JobState.COMPLETED : JobState.EXPIRED, deadlineEnds.reason(job));
    }

    /**
     * Returns the grace period of a job's processes: a requeued job with a checkpoint has the time that it needs to
     * write it.
     */
    public long graceMillis(JobId job, JobState then) {
        Optional<Long> checkpoint = then == JobState.PENDING ? state.submitted().checkpointSec(job) : Optional.empty();
        return Math.max(jobGraceMillis(), checkpoint.orElse(0L) * 1000);
    }

    /** Returns the part of the grace period that is left after a restart; 0 where it was over before. */
    private long graceLeft(Transition transition, JobRecord job) {
        long whole = graceMillis(job.id(), state.jobs().stateWhenTold(job.id()));
        long passed = transition.nowMillis() - state.jobs().toldMillis(job.id());
        return Math.max(0, whole - passed);
    }

    /** Ends a job; one in which something runs when that has ended. */
    @Override
    public void stop(Transition transition, JobRecord job, JobState then, String why) {
        if (!job.hasProcesses()) {
            end(transition, job.id(), then, why);
        } else if (job.state() != JobState.STOPPING) {
            transition.decide(new JobDecision.JobStopping(job.id(), then, why));
            stopProcesses(transition, job, then);
        } else if (state.jobs().stateAfterStop(job.id()) == JobState.PENDING) {
            // It was to wait again, and is to end now.
            transition.decide(new JobDecision.JobStopping(job.id(), then, why));
        }
    }

    /** Whether the epilog of a job runs. */
    public boolean isInEpilog(JobId id) {
        return unended.isInEpilog(id);
    }

    /** The epilog of a job runs. */
    public void epilogStarted(JobId id) {
        if (state.jobs().active(id).isPresent()) {
            unended.epilogStarted(id);
        }
    }

    /** Whether a job has left the states in which a request may act on it; where it has, the request fails. */
    public static boolean isElsewhere(Transition transition, String call, JobRecord job, Set<JobState> states) {
        boolean isElsewhere = !states.isEmpty() && !states.contains(job.state());
        if (isElsewhere) {
            transition.fail(call, ErrorCode.WRONG_STATE, "job " + job.id() + " is unchanged: it is " + job.state());
        }
        return isElsewhere;
    }

    /**
     * Ends an instance's job after the launcher has reported that no process of it runs any more, nor of any instance
     * below it. Until then the job keeps its resources, because such processes may still use them
     * (docs/internals/design.md, "Between levels", rules 4 and 6). A lost instance cannot be asked to end, and is
     * therefore killed without grace.
     */
    @Override
    public void stopInstance(Transition transition, JobRecord job, JobState then, String why) {
        if (job.state() != JobState.STOPPING) {
            transition.decide(new JobDecision.JobStopping(job.id(), then, why));
            stopProcesses(transition, job, then);
        }
    }

    /** Stops the processes of a job that must end: its tasks, its instance, or both. */
    public void stopProcesses(Transition transition, JobRecord job, JobState then) {
        if (!job.isInstance()) {
            transition.add(new Effect.StopJob(job.id(), graceMillis(job.id(), then)));
            return;
        }
        ChildRecord child = job.child().orElseThrow();
        long grace =
                child.state() == ChildState.LOST ? 0 : state.config().limits().stopMillis();
        transition.add(new Effect.ToChild(job.id(), new DownMessage.Stop()));
        transition.add(new Effect.StopChild(job.id(), grace, child.isIdle()));
        queued.stop(transition, job.id(), graceMillis(job.id(), then));
    }

    /**
     * Handles the leave message of a child: nothing below it runs any more. A child that left resources at its
     * providers is treated as lost, because its launcher must return them. Its job ends as {@link #stopInstance} says,
     * once its own process has ended as well. Its report about its command is recorded, whichever party requested the
     * stop.
     */
    void left(Transition transition, JobRecord job, UpMessage.Leave leave) {
        String reason = leave.reason();
        if (job.state() != JobState.STOPPING) {
            JobState usual = job.isQueuedInstance() ? JobState.CANCELLED : JobState.COMPLETED;
            JobState how = CommandEnd.isFailure(reason) ? JobState.FAILED : usual;
            transition.decide(new JobDecision.JobStopping(job.id(), how, reason));
            queued.stop(transition, job.id(), graceMillis(job.id(), how));
        } else if (CommandEnd.isTold(reason) && !job.isQueuedInstance()) {
            transition.decide(new JobDecision.JobStopping(job.id(), state.jobs().stateAfterStop(job.id()), reason));
        }
        ChildRecord child = job.child().orElseThrow();
        transition.decide(new LevelDecision.ChildChanged(
                job.id(),
                leave.isAllBack()
                        ? child.in(ChildState.GONE, reason)
                        : child.in(ChildState.LOST, "it has not released the resources of its own providers")));
        transition.add(new Effect.StopChild(job.id(), state.config().limits().stopMillis(), leave.isAllBack()));
    }

    /** Forgets why the end of a job takes long. */
    void takesLongNoMore(JobId id) {
        unended.forget(id);
    }

    /** Records that the end of an instance's job takes longer than clients that cancel it should wait. */
    void takesLong(Transition transition, JobId id, String why) {
        unended.add(transition, id, why);
    }

    @Override
    public boolean takesLong(Transition transition, String waiting, JobId id) {
        return unended.tellWaiting(transition, waiting, id);
    }

    @Override
    public boolean isToldThatItTakesLong(Transition transition, String call, JobId id) {
        return unended.tell(transition, call, id);
    }

    /** Frees all holds of a job; resources that were grown for it return to their source. */
    public void end(Transition transition, JobId id, JobState then, String why) {
        end(transition, id, then, why, queued.usage(id));
    }

    /** Ends a job whose processes were measured, and frees all that it holds. */
    public void end(Transition transition, JobId id, JobState then, String why, Optional<JobUsage> usage) {
        forget(id);
        unended.forget(id);
        roomIsMade(transition);
        inheritStatuses(transition, id);
        queued.forget(id);
        transition.decide(new JobDecision.JobEnded(id, then, why, transition.nowSec(), usage));
        grows.jobEnded(transition, id);
        for (String call : pendingCalls.take(PendingCalls.spawn(id))) {
            transition.fail(call, ErrorCode.WRONG_STATE, "instance " + state.childPath(id) + " did not start: " + why);
        }
        List<String> cancels = pendingCalls.take(PendingCalls.cancel(id));
        List<Parcel> grown = state.origins().parcelsOf(id);
        if (grown.isEmpty()) {
            cancels.forEach(call -> transition.reply(call, pendingCalls.cancelled(call, id, List.of())));
        } else {
            cancels.forEach(call -> pendingCalls.add(PendingCalls.cancelled(id), call));
            resourceReturn.ofEnd(transition, id, grown);
        }
    }

    /** Nothing of a job runs any more that is to wait again. */
    void requeue(Transition transition, JobId id) {
        forget(id);
        unended.forget(id);
        roomIsMade(transition);
        inheritStatuses(transition, id);
        queued.forget(id);
        transition.decide(new JobDecision.JobRequeued(id));
        grows.jobEnded(transition, id);
    }

    /** A job holds nothing any more: those whose time has come look again. */
    void roomIsMade(Transition transition) {
        timeline.endDelays(transition.nowMillis());
    }

    private void inheritStatuses(Transition transition, JobId id) {
        Set<String> all = Set.copyOf(state.childGrants().tops(id));
        if (!all.isEmpty()) {
            state.statuses()
                    .inherited(id, all)
                    .forEach(it -> transition.decide(state.statuses().saying(it.path(), it.status())));
        }
    }
}
