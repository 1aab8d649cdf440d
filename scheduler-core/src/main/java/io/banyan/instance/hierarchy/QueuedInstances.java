package io.banyan.instance.hierarchy;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.CommandEnd;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.DueTimes;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.NestedInstance;
import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The processes of jobs of the queue that start an instance: first the instance, and once that has joined, the tasks,
 * which use it. A job is over when both have ended. A restart loses this data; afterwards every job is started or
 * stopped again.
 */
public final class QueuedInstances {
    private final InstanceState state;
    /** Until when an instance has to register. */
    private final DueTimes<JobId> leases;
    /** The jobs whose instance this process has started. */
    private final Set<JobId> started = new HashSet<>();
    /** The jobs whose tasks run. */
    private final Set<JobId> withTasks = new HashSet<>();
    /** The jobs of which nothing but the tasks runs. */
    private final Set<JobId> withoutInstance = new HashSet<>();
    /** The usage of tasks that have ended before their instance. */
    private final Map<JobId, JobUsage> usages = new HashMap<>();

    public QueuedInstances(InstanceState state, DueTimes<JobId> leases) {
        this.state = state;
        this.leases = leases;
    }

    /** Starts the instance of a job that has just got its resources. */
    void start(Transition transition, JobRecord job) {
        NestedInstance nested = jobspecOf(job).flatMap(NestedInstance::of).orElseThrow();
        started.add(job.id());
        leases.set(job.id(), transition.nowMillis() + state.config().limits().startMillis());
        transition.add(new Effect.StartChild(
                job.id(),
                job.name().isEmpty() ? "job" + job.id() : job.name(),
                job.owner(),
                job.submission().flatMap(Submission::osUser),
                state.childPath(job.id()),
                state.childGrants().spawned(job.id()),
                job.window(),
                nested.options()));
    }

    private Optional<Jobspec> jobspecOf(JobRecord job) {
        return state.submitted().jobspecOf(job.id());
    }

    /** Whether this process has started the instance of a job. */
    boolean isStartedHere(JobId job) {
        return started.contains(job);
    }

    /** The instance of a job can be asked: its tasks start, where they have not. */
    void joined(Transition transition, JobRecord job) {
        if (job.isQueuedInstance() && job.state() == JobState.RUNNING && withTasks.add(job.id())) {
            tasks(job, false).ifPresent(transition::add);
        }
    }

    /** The effect that starts the processes of a submitted job; empty where it was not submitted. */
    Optional<Effect.StartJob> tasks(JobRecord job, boolean goesOn) {
        return jobspecOf(job)
                .map(it -> new Effect.StartJob(
                        job.id(),
                        job.name(),
                        job.owner(),
                        job.submission().flatMap(Submission::osUser),
                        it,
                        job.window(),
                        goesOn));
    }

    /**
     * The process is a new one. The tasks of a job have started once its instance has registered, and have ended where
     * the reason of its end says how.
     */
    void restarted(Transition transition, JobRecord job, long graceMillis) {
        boolean haveStarted = job.isQueuedInstance()
                && job.child().filter(it -> it.state() == ChildState.STARTING).isEmpty();
        if (!haveStarted || CommandEnd.isTold(job.detail())) {
            return;
        }
        withTasks.add(job.id());
        Optional<Effect.StartJob> tasks = tasks(job, true);
        if (job.state() == JobState.RUNNING) {
            tasks.ifPresent(transition::add);
        } else {
            long atMillis = state.jobs().toldMillis(job.id());
            transition.add(
                    new Effect.StopJob(job.id(), graceMillis, tasks.map(it -> new Effect.StopJob.Asked(it, atMillis))));
        }
    }

    /** Stops the tasks of a job, where they run. */
    void stop(Transition transition, JobId job, long graceMillis) {
        if (withTasks.contains(job)) {
            transition.add(new Effect.StopJob(job, graceMillis));
        }
    }

    /** Nothing of the instance of a job runs any more. Returns whether the job is over: its tasks do not run either. */
    boolean instanceEnded(JobId job) {
        boolean isOver = !withTasks.contains(job);
        if (!isOver) {
            withoutInstance.add(job);
        }
        return isOver;
    }

    /** The tasks of a job have ended. Returns whether the job is over: nothing of its instance runs either. */
    public boolean tasksEnded(JobId job, Optional<JobUsage> usage) {
        withTasks.remove(job);
        usage.ifPresent(it -> usages.put(job, it));
        return withoutInstance.contains(job);
    }

    /** Returns the usage of the tasks of a job; empty where they have not ended, or were not measured. */
    Optional<JobUsage> usage(JobId job) {
        return Optional.ofNullable(usages.get(job));
    }

    /** A job is over, or waits again. */
    void forget(JobId job) {
        usages.remove(job);
        started.remove(job);
        withTasks.remove(job);
        withoutInstance.remove(job);
    }
}
