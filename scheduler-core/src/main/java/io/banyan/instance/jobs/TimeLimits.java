package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.Children;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Retiming;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Conditions;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.Holdings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Changes of the time limits of jobs and instances. */
public final class TimeLimits {
    private final InstanceState state;
    private final JobCompletion completion;
    private final JobLifecycle lifecycle;

    public TimeLimits(InstanceState state, JobCompletion completion, JobLifecycle lifecycle) {
        this.state = state;
        this.completion = completion;
        this.lifecycle = lifecycle;
    }

    /** Changes the time limit of a job that waits or runs. */
    public void limit(Transition transition, String call, JobRequest.Limit request) {
        Optional<JobRecord> instance = state.jobs().find(request.job()).filter(JobRecord::isInstance);
        if (instance.isPresent()) {
            prolong(transition, call, instance.get(), request.durationSec());
            return;
        }
        Optional<JobRecord> job = lifecycle.submitted(transition, call, request.job());
        if (job.isEmpty()) {
            return;
        }
        Optional<String> obstacle = obstacle(transition, job.get(), request.durationSec());
        if (obstacle.isPresent()) {
            transition.fail(call, ErrorCode.WRONG_STATE, obstacle.get());
            return;
        }
        if (isForbidden(transition, call, request.job(), request.durationSec())) {
            return;
        }
        if (job.get().state() == JobState.RESERVED) {
            completion.unplan(transition, request.job());
        }
        transition.decide(new JobDecision.JobLimited(request.job(), request.durationSec()));
        lifecycle.track(request.job());
        state.jobs().active(request.job()).ifPresent(it -> completion.track(transition, it));
        lifecycle.tellLater(call, job.get());
    }

    /** Why a job cannot have a time limit; empty where it can. Plans that are in the way are given up. */
    private Optional<String> obstacle(Transition transition, JobRecord job, long durationSec) {
        return switch (job.state()) {
            case PENDING, RESERVED -> obstacleToWaiting(transition, job.id(), durationSec);
            case RUNNING ->
                beforeProfileEnds(job.id(), durationSec).or(() -> obstacleToLimit(transition, job, durationSec));
            case STOPPING, COMPLETED, CANCELLED, EXPIRED, FAILED ->
                Optional.of("job " + job.id() + " is " + job.state());
        };
    }

    private Optional<String> obstacleToWaiting(Transition transition, JobId job, long durationSec) {
        if (state.submitted().queue().isBooked(job)) {
            return Optional.of(
                    "job " + job + " is booked, and its booking does not change; cancel it and submit it again");
        }
        Conditions conditions = Conditions.of(state.submitted().jobspecOf(job).orElseThrow());
        return beforeProfileEnds(job, durationSec)
                .or(() -> JobLifecycle.tooLong(state, conditions, durationSec, transition.nowMillis()));
    }

    /** Why a job cannot end before the last entry of its profile; empty where it ends later, or has no profile. */
    private Optional<String> beforeProfileEnds(JobId job, long durationSec) {
        return state.submitted()
                .jobspecOf(job)
                .flatMap(jobspec -> jobspec.attributes().extensions().profile())
                .map(profile -> profile.entries().getLast().atSec())
                .filter(lastSec -> durationSec <= lastSec)
                .map(lastSec -> "the profile of job " + job + " has an entry at " + lastSec
                        + " s; the time limit must be longer than that");
    }

    /** Whether the queue of a job does not let it run for so long; the request fails then. */
    private boolean isForbidden(Transition transition, String call, JobId job, long durationSec) {
        Optional<String> forbidden = transition.asker().role() == Role.ADMIN
                ? Optional.empty()
                : state.submitted()
                        .jobspecOf(job)
                        .flatMap(it -> Admission.ofTime(state.config().queues(), it, durationSec));
        forbidden.ifPresent(why -> transition.fail(call, ErrorCode.FORBIDDEN, why + "; more requires the role admin"));
        return forbidden.isPresent();
    }

    /** A running instance gets more time. */
    private void prolong(Transition transition, String call, JobRecord job, long durationSec) {
        Optional<String> obstacle = job.state() == JobState.RUNNING
                ? obstacleToMoreTime(transition, job, durationSec)
                : Optional.of("job " + job.id() + " is " + job.state());
        if (obstacle.isPresent()) {
            transition.fail(call, ErrorCode.WRONG_STATE, obstacle.get());
            return;
        }
        if (isForbidden(transition, call, job.id(), durationSec)) {
            return;
        }
        limitInstance(transition, job, durationSec);
        lifecycle.tellLater(call, job);
    }

    /** Why a running instance cannot have more time; empty where it can. Plans that are in the way are given up. */
    private Optional<String> obstacleToMoreTime(Transition transition, JobRecord job, long durationSec) {
        TimeWindow window = Retiming.window(state.schedule(), job, durationSec);
        if (durationSec > window.durationSec()) {
            return Optional.of("instance " + state.childPath(job.id()) + " can run until "
                    + Instant.ofEpochSecond(window.endSec()) + " at most, when the time of instance " + state.path()
                    + " ends");
        }
        if (window.endSec() < job.window().endSec()) {
            return Optional.of("the time limit of an instance can be raised but not lowered; instance "
                    + state.childPath(job.id())
                    + (job.window().isEndless()
                            ? " has no time limit"
                            : " runs until "
                                    + Instant.ofEpochSecond(job.window().endSec())));
        }
        if (completion.hasGrown(job.id())) {
            return Optional.of("resources were grown for instance " + state.childPath(job.id())
                    + " from a parent or a provider, for its current time limit; shrink them first");
        }
        Optional<JobId> time = state.reservations().timeOf(job.id());
        return time.isPresent()
                ? obstacleInReservation(transition, job, window, time.get())
                : madeRoom(transition, job, window);
    }

    /** Why a running job cannot have a time limit; empty where it can. Plans that are in the way are given up. */
    private Optional<String> obstacleToLimit(Transition transition, JobRecord job, long durationSec) {
        TimeWindow window = Retiming.window(state.schedule(), job, durationSec);
        Conditions conditions =
                Conditions.of(state.submitted().jobspecOf(job.id()).orElseThrow());
        Optional<String> tooLong = JobLifecycle.tooLong(
                state, conditions, durationSec, job.window().startSec() * 1000);
        if (tooLong.isPresent() && window.endSec() > job.window().endSec()) {
            return tooLong;
        }
        Optional<JobId> time = state.reservations().timeOf(job.id());
        if (time.isPresent()) {
            return obstacleInReservation(transition, job, window, time.get());
        }
        if (completion.hasGrown(job.id())) {
            return Optional.of("resources were grown for job " + job.id() + ", for its current time limit");
        }
        if (window.endSec() <= transition.nowSec()) {
            return Optional.of("job " + job.id() + " has already run longer than that");
        }
        return madeRoom(transition, job, window);
    }

    /**
     * Why the resources of a job are not free for a longer window; empty where they are. Plans of other jobs for them
     * are given up.
     */
    private Optional<String> madeRoom(Transition transition, JobRecord job, TimeWindow window) {
        if (window.endSec() <= job.window().endSec()) {
            return Optional.empty();
        }
        List<JobId> planned = state.submitted().queue().movable().stream()
                .filter(id -> isInTheWay(id, job.id(), window))
                .toList();
        if (!new Plans(state).wouldBeFree(job.id(), window, planned)) {
            return Optional.of("the resources of job " + job.id() + " are not free for that long");
        }
        planned.forEach(id -> completion.unplan(transition, id));
        return Optional.empty();
    }

    /**
     * Why a job in an advance reservation cannot have a time limit; empty where it can: until the reservation ends, no
     * other job has its resources.
     */
    private Optional<String> obstacleInReservation(
            Transition transition, JobRecord job, TimeWindow window, JobId time) {
        if (window.endSec() <= transition.nowSec()) {
            return Optional.of("job " + job.id() + " has already run longer than that");
        }
        return state.schedule()
                                .holdings()
                                .booking(job.id())
                                .orElseThrow()
                                .window()
                                .endSec()
                        < window.endSec()
                ? Optional.of("job " + job.id()
                        + " runs in a reservation that ends before then, which is booked as job " + time)
                : Optional.empty();
    }

    private boolean isInTheWay(JobId planned, JobId job, TimeWindow window) {
        Holdings holdings = state.schedule().holdings();
        return holdings.booking(planned).orElseThrow().window().startSec() < window.endSec()
                && holdings.exclude(planned, job);
    }

    /**
     * Handles a possible extension by the parent: makes new plans, and waits for the ends as they are now. Child
     * instances that run until the end of this instance get more time too, up to their requested time. O(active jobs)
     * where it has.
     */
    public void prolong(Transition transition, long endSec) {
        if (endSec <= state.schedule().horizon().endSec()) {
            return;
        }
        state.submitted().queue().movable().forEach(job -> completion.unplan(transition, job));
        long before = state.schedule().horizon().endSec();
        transition.decide(new LevelDecision.Prolonged(endSec));
        state.submitted().waiting().forEach(lifecycle::track);
        List<JobRecord> running = state.jobs().active().stream()
                .filter(job -> job.state() == JobState.RUNNING)
                .toList();
        for (JobRecord job : running) {
            long askedSec = job.isInstance() ? askedSec(transition, job) : 0;
            boolean isCutShort = job.window().endSec() == before
                    && (askedSec == 0 || askedSec > job.window().durationSec());
            if (job.isInstance() && isCutShort && !completion.hasGrown(job.id())) {
                limitInstance(transition, job, askedSec);
            } else {
                completion.track(transition, job);
            }
        }
    }

    /** How long a job was to run; 0 without a time limit. */
    private long askedSec(Transition transition, JobRecord job) {
        return state.accounts()
                .of(job.id(), transition.nowSec())
                .map(JobAccount::requestedSec)
                .orElse(0L);
    }

    /**
     * Changes the time limit of a running child instance, and notifies it. An instance that cannot be reached now
     * receives it when it registers again.
     */
    private void limitInstance(Transition transition, JobRecord job, long durationSec) {
        transition.decide(new JobDecision.JobLimited(job.id(), durationSec));
        state.jobs().active(job.id()).ifPresent(it -> {
            completion.track(transition, it);
            if (it.child().filter(child -> child.state() == ChildState.LIVE).isPresent()) {
                transition.add(new Effect.ToChild(it.id(), Children.welcome(state, it)));
            }
        });
    }
}
