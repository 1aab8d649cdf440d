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
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.turn.DueTimes;
import io.banyan.instance.turn.PendingCalls;
import io.banyan.instance.turn.Transition;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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
    private final ResourceReturn returning;
    private final PendingCalls waiters;
    private final DelayedStarts lateStart;
    private final QueuedInstances queued;
    private final DueTimes<JobId> timeline = new DueTimes<>();
    /** The jobs whose time has come and that wait for other jobs, whose time is over, to be gone. */
    private final Set<JobId> late = new TreeSet<>();
    /**
     * The reasons why stopping jobs have not ended yet, as far as they were reported. A restart clears them; they are
     * reported again afterwards.
     */
    private final Map<JobId, String> unended = new HashMap<>();
    /**
     * The jobs whose epilog runs, so that there is nothing left to cancel. A restart clears them; they are reported
     * again afterwards.
     */
    private final Set<JobId> inEpilog = new HashSet<>();

    public JobCompletion(
            InstanceState state, Grows grows, ResourceReturn returning, PendingCalls waiters, QueuedInstances queued) {
        this.queued = queued;
        this.state = state;
        this.grows = grows;
        this.returning = returning;
        this.waiters = waiters;
        this.lateStart = new DelayedStarts(state);
    }

    public long nextDeadline() {
        return timeline.next();
    }

    /**
     * A job is new, or goes on in a new process: its start or its end is waited for. A reservation is one at the moment
     * at which it is made, also where it begins at once: time has to go on for it to start, and in a session it stands
     * still.
     */
    public void track(Transition turn, JobRecord job) {
        track(job, turn.nowMillis() + 1);
    }

    private void track(JobRecord job, long earliestStartMillis) {
        late.remove(job.id());
        boolean isReserved = job.state() == JobState.RESERVED;
        long sec = isReserved ? job.window().startSec() : job.window().endSec();
        long at = millisOf(sec);
        timeline.set(job.id(), isReserved ? Math.max(at, earliestStartMillis) : at);
    }

    /** Whether its start or its end is waited for. */
    public boolean isTracked(JobId job) {
        return timeline.has(job);
    }

    private static long millisOf(long sec) {
        return sec >= Deadlines.NEVER / 1000 ? Deadlines.NEVER : sec * 1000;
    }

    /** Frees the reservation of a waiting job. */
    public void unplan(Transition turn, JobId job) {
        forget(job);
        turn.decide(new JobDecision.JobUnplanned(job));
    }

    /** Whether a job has something from elsewhere, for as long as it was to run. */
    public boolean hasGrown(JobId job) {
        return state.origins().grownFor(job).stream().anyMatch(origin -> origin.arrival() != GrowRoute.LOCAL);
    }

    /** Stops waiting for the start of a job. */
    public void forget(JobId job) {
        timeline.remove(job);
        late.remove(job);
        inEpilog.remove(job);
    }

    /** Starts the processes of a submitted job, now that it has its resources: its tasks, or its instance. */
    public void run(Transition turn, JobRecord job) {
        if (job.isInstance()) {
            queued.start(turn, job);
        } else {
            queued.tasks(job, false).ifPresent(turn::add);
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
    public void restarted(Transition turn) {
        for (JobRecord job : state.jobs().active()) {
            track(job, turn.nowMillis());
            boolean isStopping = job.state() == JobState.STOPPING;
            if (job.isInstance()) {
                queued.restarted(turn, job, isStopping ? graceLeft(turn, job) : 0);
            } else if (job.state() == JobState.RUNNING) {
                queued.tasks(job, true).ifPresent(turn::add);
            }
            if (isStopping && !job.isInstance()) {
                long atMillis = state.jobs().toldMillis(job.id());
                turn.add(new Effect.StopJob(
                        job.id(),
                        graceLeft(turn, job),
                        queued.tasks(job, true).map(it -> new Effect.StopJob.Asked(it, atMillis))));
            } else if (isStopping) {
                boolean isIdle = job.child().filter(ChildRecord::isIdle).isPresent();
                turn.add(new Effect.StopChild(job.id(), state.config().limits().stopMillis(), isIdle));
            }
        }
    }

    /**
     * Starts the reservations whose time has come, and ends the jobs whose time is over. Ends come first: they make
     * room.
     */
    public void timeReached(Transition turn) {
        if (timeline.next() > turn.nowMillis()) {
            return;
        }
        List<JobRecord> over = new ArrayList<>();
        List<JobRecord> ready = new ArrayList<>();
        for (JobId id : timeline.due(turn.nowMillis())) {
            JobRecord job = state.jobs().active(id).orElse(null);
            if (job != null && job.state() == JobState.RUNNING) {
                over.add(job);
            } else if (job != null && job.state() == JobState.RESERVED) {
                ready.add(job);
            }
        }
        over.forEach(job -> expire(turn, job));
        // Earlier failed attempts do not influence the order.
        ready.sort(BY_START);
        ready.forEach(job -> state.jobs()
                .active(job.id())
                .filter(it -> it.state() == JobState.RESERVED)
                .ifPresent(it -> start(turn, it)));
    }

    /** One that was submitted has all its time from when it starts; another has what it has booked, and no other. */
    private void start(Transition turn, JobRecord job) {
        boolean isSubmitted = job.submission().isPresent();
        boolean isOver = !isSubmitted && job.window().endSec() <= turn.nowSec();
        boolean mustWait = state.jobs().stopping().stream()
                .filter(other -> other.window().endSec() <= turn.nowSec())
                .anyMatch(other -> state.schedule().holdings().exclude(other.id(), job.id()));
        if (isOver) {
            end(turn, job.id(), JobState.EXPIRED, "it reached its time limit before it started");
        } else if (mustWait && job.window().endSec() > turn.nowSec()) {
            late.add(job.id());
            long again = turn.nowMillis() + state.config().limits().newsMillis();
            timeline.set(job.id(), Math.min(again, millisOf(job.window().endSec())));
        } else if (mustWait) {
            // The job needs a reservation at any time; otherwise a later job gets its resources.
            lateStart.delayed(job, turn.nowSec() + 1).forEach(id -> unplan(turn, id));
        } else if (isSubmitted && job.window().startSec() < turn.nowSec()) {
            lateStart.delayed(job, turn.nowSec()).forEach(id -> unplan(turn, id));
        } else {
            turn.decide(new JobDecision.JobStarted(job.id()));
            state.jobs().active(job.id()).ifPresent(started -> {
                track(turn, started);
                run(turn, started);
            });
        }
    }

    private void expire(Transition turn, JobRecord job) {
        boolean isReservation = state.reservations().bookedUnder(job.id()).isPresent();
        stop(turn, job, isReservation ? JobState.COMPLETED : JobState.EXPIRED, "it reached its time limit");
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
    private long graceLeft(Transition turn, JobRecord job) {
        long whole = graceMillis(job.id(), state.jobs().stateWhenTold(job.id()));
        long passed = turn.nowMillis() - state.jobs().toldMillis(job.id());
        return Math.max(0, whole - passed);
    }

    /** Ends a job; one in which something runs when that has ended. */
    @Override
    public void stop(Transition turn, JobRecord job, JobState then, String why) {
        if (!job.hasProcesses()) {
            end(turn, job.id(), then, why);
        } else if (job.state() != JobState.STOPPING) {
            turn.decide(new JobDecision.JobStopping(job.id(), then, why));
            stopProcesses(turn, job, then);
        } else if (state.jobs().stateAfterStop(job.id()) == JobState.PENDING) {
            // It was to wait again, and is to end now.
            turn.decide(new JobDecision.JobStopping(job.id(), then, why));
        }
    }

    /** Whether the epilog of a job runs. */
    public boolean isInEpilog(JobId id) {
        return inEpilog.contains(id);
    }

    /** The epilog of a job runs. */
    public void epilogStarted(JobId id) {
        if (state.jobs().active(id).isPresent()) {
            inEpilog.add(id);
        }
    }

    /** Whether a job has left the states in which a request may act on it; where it has, the request fails. */
    public static boolean isElsewhere(Transition turn, String call, JobRecord job, Set<JobState> states) {
        boolean isElsewhere = !states.isEmpty() && !states.contains(job.state());
        if (isElsewhere) {
            turn.fail(call, ErrorCode.WRONG_STATE, "job " + job.id() + " is unchanged: it is " + job.state());
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
    public void stopInstance(Transition turn, JobRecord job, JobState then, String why) {
        if (job.state() != JobState.STOPPING) {
            turn.decide(new JobDecision.JobStopping(job.id(), then, why));
            stopProcesses(turn, job, then);
        }
    }

    /** Stops the processes of a job that must end: its tasks, its instance, or both. */
    public void stopProcesses(Transition turn, JobRecord job, JobState then) {
        if (!job.isInstance()) {
            turn.add(new Effect.StopJob(job.id(), graceMillis(job.id(), then)));
            return;
        }
        ChildRecord child = job.child().orElseThrow();
        long grace =
                child.state() == ChildState.LOST ? 0 : state.config().limits().stopMillis();
        turn.add(new Effect.ToChild(job.id(), new DownMessage.Stop()));
        turn.add(new Effect.StopChild(job.id(), grace, child.isIdle()));
        queued.stop(turn, job.id(), graceMillis(job.id(), then));
    }

    /**
     * Handles the leave message of a child: nothing below it runs any more. A child that left resources at its
     * providers is treated as lost, because its launcher must return them. Its job ends as {@link #stopInstance} says,
     * once its own process has ended as well. Its report about its command is recorded, whichever party requested the
     * stop.
     */
    void left(Transition turn, JobRecord job, UpMessage.Leave leave) {
        String reason = leave.reason();
        if (job.state() != JobState.STOPPING) {
            JobState usual = job.isQueuedInstance() ? JobState.CANCELLED : JobState.COMPLETED;
            JobState how = CommandEnd.isFailure(reason) ? JobState.FAILED : usual;
            turn.decide(new JobDecision.JobStopping(job.id(), how, reason));
            queued.stop(turn, job.id(), graceMillis(job.id(), how));
        } else if (CommandEnd.isTold(reason) && !job.isQueuedInstance()) {
            turn.decide(new JobDecision.JobStopping(job.id(), state.jobs().stateAfterStop(job.id()), reason));
        }
        ChildRecord child = job.child().orElseThrow();
        turn.decide(new LevelDecision.ChildChanged(
                job.id(),
                leave.isAllBack()
                        ? child.in(ChildState.GONE, reason)
                        : child.in(ChildState.LOST, "it has not released the resources of its own providers")));
        turn.add(new Effect.StopChild(job.id(), state.config().limits().stopMillis(), leave.isAllBack()));
    }

    /** Forgets why the end of a job takes long. */
    void takesLongNoMore(JobId id) {
        unended.remove(id);
    }

    /** Records that the end of an instance's job takes longer than clients that cancel it should wait. */
    void takesLong(Transition turn, JobId id, String why) {
        unended.put(id, why);
        var unused = takesLong(turn, PendingCalls.cancel(id), id);
    }

    /**
     * Notifies other waiting calls that the end of an instance's job takes long, if that is known. Returns whether it
     * is.
     */
    @Override
    public boolean takesLong(Transition turn, String waiting, JobId id) {
        boolean isKnown = unended.containsKey(id);
        if (isKnown) {
            waiters.take(waiting).forEach(call -> isToldThatItTakesLong(turn, call, id));
        }
        return isKnown;
    }

    /**
     * Replies at once to a call that requests the end of an instance's job if this end is known to take long. Returns
     * whether it is.
     */
    @Override
    public boolean isToldThatItTakesLong(Transition turn, String call, JobId id) {
        Optional<String> why = Optional.ofNullable(unended.get(id));
        why.ifPresent(it -> turn.fail(
                call,
                ErrorCode.WRONG_STATE,
                "job " + id + " is ending but has not ended yet, because " + it + "; the release is retried"));
        return why.isPresent();
    }

    /** Frees all holds of a job; resources that were grown for it return to their source. */
    public void end(Transition turn, JobId id, JobState then, String why) {
        end(turn, id, then, why, queued.usage(id));
    }

    /** Ends a job whose processes were measured, and frees all that it holds. */
    public void end(Transition turn, JobId id, JobState then, String why, Optional<JobUsage> usage) {
        forget(id);
        unended.remove(id);
        roomIsMade(turn);
        inheritStatuses(turn, id);
        queued.forget(id);
        turn.decide(new JobDecision.JobEnded(id, then, why, turn.nowSec(), usage));
        grows.jobEnded(turn, id);
        for (String call : waiters.take(PendingCalls.spawn(id))) {
            turn.fail(call, ErrorCode.WRONG_STATE, "instance " + state.childPath(id) + " did not start: " + why);
        }
        List<String> cancels = waiters.take(PendingCalls.cancel(id));
        List<Parcel> grown = state.origins().parcelsOf(id);
        if (grown.isEmpty()) {
            cancels.forEach(call -> turn.reply(call, waiters.cancelled(call, id, List.of())));
        } else {
            cancels.forEach(call -> waiters.add(PendingCalls.cancelled(id), call));
            returning.ofEnd(turn, id, grown);
        }
    }

    /** Nothing of a job runs any more that is to wait again. */
    void requeue(Transition turn, JobId id) {
        forget(id);
        unended.remove(id);
        roomIsMade(turn);
        inheritStatuses(turn, id);
        queued.forget(id);
        turn.decide(new JobDecision.JobRequeued(id));
        grows.jobEnded(turn, id);
    }

    /** A job holds nothing any more: those whose time has come look again. */
    void roomIsMade(Transition turn) {
        late.forEach(waiting -> timeline.set(waiting, turn.nowMillis()));
        late.clear();
    }

    private void inheritStatuses(Transition turn, JobId id) {
        Set<String> all = Set.copyOf(state.childGrants().tops(id));
        if (!all.isEmpty()) {
            state.statuses()
                    .inherited(id, all)
                    .forEach(it -> turn.decide(state.statuses().saying(it.path(), it.status())));
        }
    }
}
