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
import io.banyan.instance.turn.Transition;
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
    private final JobCompletion endings;
    private final JobLifecycle lives;

    public TimeLimits(InstanceState state, JobCompletion endings, JobLifecycle lives) {
        this.state = state;
        this.endings = endings;
        this.lives = lives;
    }

    /** Changes the time limit of a job that waits or runs. */
    public void limit(Transition turn, String call, JobRequest.Limit request) {
        Optional<JobRecord> instance = state.jobs().find(request.job()).filter(JobRecord::isInstance);
        if (instance.isPresent()) {
            prolong(turn, call, instance.get(), request.durationSec());
            return;
        }
        Optional<JobRecord> job = lives.submitted(turn, call, request.job());
        if (job.isEmpty()) {
            return;
        }
        Optional<String> obstacle = switch (job.get().state()) {
            case PENDING, RESERVED ->
                JobLifecycle.tooLong(
                        state,
                        Conditions.of(state.submitted().jobspecOf(request.job()).orElseThrow()),
                        request.durationSec(),
                        turn.nowMillis());
            case RUNNING -> obstacleToLimit(turn, job.get(), request.durationSec());
            case STOPPING, COMPLETED, CANCELLED, EXPIRED, FAILED ->
                Optional.of("job " + request.job() + " is " + job.get().state());
        };
        if (obstacle.isPresent()) {
            turn.fail(call, ErrorCode.WRONG_STATE, obstacle.get());
            return;
        }
        if (isForbidden(turn, call, request.job(), request.durationSec())) {
            return;
        }
        if (job.get().state() == JobState.RESERVED) {
            endings.unplan(turn, request.job());
        }
        turn.decide(new JobDecision.JobLimited(request.job(), request.durationSec()));
        lives.track(request.job());
        state.jobs().active(request.job()).ifPresent(it -> endings.track(turn, it));
        lives.tellLater(call, job.get());
    }

    /** Whether the queue of a job does not let it run for so long; the request fails then. */
    private boolean isForbidden(Transition turn, String call, JobId job, long durationSec) {
        Optional<String> forbidden = turn.asker().role() == Role.ADMIN
                ? Optional.empty()
                : state.submitted()
                        .jobspecOf(job)
                        .flatMap(it -> Admission.ofTime(state.config().queues(), it, durationSec));
        forbidden.ifPresent(why -> turn.fail(call, ErrorCode.FORBIDDEN, why + "; more requires the role admin"));
        return forbidden.isPresent();
    }

    /** A running instance gets more time. */
    private void prolong(Transition turn, String call, JobRecord job, long durationSec) {
        Optional<String> obstacle = job.state() == JobState.RUNNING
                ? obstacleToMoreTime(turn, job, durationSec)
                : Optional.of("job " + job.id() + " is " + job.state());
        if (obstacle.isPresent()) {
            turn.fail(call, ErrorCode.WRONG_STATE, obstacle.get());
            return;
        }
        if (isForbidden(turn, call, job.id(), durationSec)) {
            return;
        }
        limitInstance(turn, job, durationSec);
        lives.tellLater(call, job);
    }

    /** Why a running instance cannot have more time; empty where it can. Plans that are in the way are given up. */
    private Optional<String> obstacleToMoreTime(Transition turn, JobRecord job, long durationSec) {
        TimeWindow window = Retiming.window(state.schedule(), job, durationSec);
        if (durationSec > window.durationSec()) {
            return Optional.of("instance " + state.childPath(job.id()) + " can run until "
                    + Instant.ofEpochSecond(window.endSec()) + " at most, when the time of instance " + state.path()
                    + " ends");
        }
        if (window.endSec() < job.window().endSec()) {
            return Optional.of("the time limit of an instance can be raised but not lowered; instance "
                    + state.childPath(job.id()) + " runs until "
                    + Instant.ofEpochSecond(job.window().endSec()));
        }
        if (endings.hasGrown(job.id())) {
            return Optional.of("resources were grown for instance " + state.childPath(job.id())
                    + " from a parent or a provider, for its current time limit; shrink them first");
        }
        return madeRoom(turn, job, window);
    }

    /** Why a running job cannot have a time limit; empty where it can. Plans that are in the way are given up. */
    private Optional<String> obstacleToLimit(Transition turn, JobRecord job, long durationSec) {
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
            return obstacleInReservation(turn, job, window, time.get());
        }
        if (endings.hasGrown(job.id())) {
            return Optional.of("resources were grown for job " + job.id() + ", for its current time limit");
        }
        if (window.endSec() <= turn.nowSec()) {
            return Optional.of("job " + job.id() + " has already run longer than that");
        }
        return madeRoom(turn, job, window);
    }

    /**
     * Why the resources of a job are not free for a longer window; empty where they are. Plans of other jobs for them
     * are given up.
     */
    private Optional<String> madeRoom(Transition turn, JobRecord job, TimeWindow window) {
        if (window.endSec() <= job.window().endSec()) {
            return Optional.empty();
        }
        List<JobId> planned = state.submitted().queue().reserved().stream()
                .filter(id -> isInTheWay(id, job.id(), window))
                .toList();
        if (!new Plans(state).wouldBeFree(job.id(), window, planned)) {
            return Optional.of("the resources of job " + job.id() + " are not free for that long");
        }
        planned.forEach(id -> endings.unplan(turn, id));
        return Optional.empty();
    }

    /**
     * Why a job in an advance reservation cannot have a time limit; empty where it can: until the reservation ends, no
     * other job has its resources.
     */
    private Optional<String> obstacleInReservation(Transition turn, JobRecord job, TimeWindow window, JobId time) {
        if (window.endSec() <= turn.nowSec()) {
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
    public void prolong(Transition turn, long endSec) {
        if (endSec <= state.schedule().horizon().endSec()) {
            return;
        }
        List.copyOf(state.submitted().queue().withReservation()).forEach(job -> endings.unplan(turn, job.id()));
        long before = state.schedule().horizon().endSec();
        turn.decide(new LevelDecision.Prolonged(endSec));
        List<JobRecord> running = state.jobs().active().stream()
                .filter(job -> job.state() == JobState.RUNNING)
                .toList();
        for (JobRecord job : running) {
            long askedSec = job.isInstance() ? askedSec(turn, job) : 0;
            boolean isCutShort = job.window().endSec() == before
                    && (askedSec == 0 || askedSec > job.window().durationSec());
            if (job.isInstance() && isCutShort && !endings.hasGrown(job.id())) {
                limitInstance(turn, job, askedSec);
            } else {
                endings.track(turn, job);
            }
        }
    }

    /** How long a job was to run; 0 without a time limit. */
    private long askedSec(Transition turn, JobRecord job) {
        return state.accounts()
                .of(job.id(), turn.nowSec())
                .map(JobAccount::requestedSec)
                .orElse(0L);
    }

    /**
     * Changes the time limit of a running child instance, and notifies it. An instance that cannot be reached now
     * receives it when it registers again.
     */
    private void limitInstance(Transition turn, JobRecord job, long durationSec) {
        turn.decide(new JobDecision.JobLimited(job.id(), durationSec));
        state.jobs().active(job.id()).ifPresent(it -> {
            endings.track(turn, it);
            if (it.child().filter(child -> child.state() == ChildState.LIVE).isPresent()) {
                turn.add(new Effect.ToChild(it.id(), Children.welcome(state, it)));
            }
        });
    }
}
