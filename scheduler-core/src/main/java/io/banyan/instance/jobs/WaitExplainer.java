package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.DelayedStarts;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Prerequisites;
import io.banyan.instance.transition.Authorization;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.explain.Explanation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Excess;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueView;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Says why jobs wait; nothing changes. */
public final class WaitExplainer {
    private final InstanceState state;
    private final Authorization authorization;
    private final Forecast forecast;
    private final ReservationPass reservationPass;
    private final Plans plans;

    public WaitExplainer(InstanceState state, Authorization authorization, ReservationPass reservationPass) {
        this.reservationPass = reservationPass;
        this.state = state;
        this.plans = new Plans(state);
        this.authorization = authorization;
        this.forecast = new Forecast(state);
    }

    /** O(jobs that wait + matches), at most as many of them as {@link RoomReasons} makes. */
    public void tell(Transition transition, String call, JobRead.Pending request) {
        if (request.job().isPresent() && !waits(transition, call, request.job().get())) {
            return;
        }
        List<JobRecord> waiting = authorization
                .visible(transition.asker(), state.jobs().all())
                .stream()
                .filter(this::isWaiting)
                .filter(job -> request.job().isEmpty() || request.job().get().equals(job.id()))
                .toList();
        Map<JobId, TimeWindow> late = late(transition);
        List<Waiting> all = of(waiting, transition.nowSec(), late);
        transition.reply(
                call,
                new JobAnswer.Pending(
                        request.isEstimated()
                                ? estimated(transition, all, forecast.expected(transition.nowSec(), late))
                                : all));
    }

    /** Returns the reasons of the waiting jobs among these jobs. Costs as {@link #tell}. */
    public List<Waiting> told(Transition transition, List<JobRecord> jobs, JobRead.Reasons reasons) {
        List<JobRecord> waiting = reasons == JobRead.Reasons.NONE || !state.isJoined()
                ? List.of()
                : jobs.stream().filter(this::isWaiting).toList();
        boolean isEstimated = reasons == JobRead.Reasons.ESTIMATED
                && waiting.stream()
                                .filter(job -> job.state() == JobState.PENDING)
                                .count()
                        <= JobRead.Reasons.MOST_ESTIMATED;
        return waiting.isEmpty() ? List.of() : told(transition, waiting, isEstimated);
    }

    private List<Waiting> told(Transition transition, List<JobRecord> waiting, boolean isEstimated) {
        Map<JobId, TimeWindow> late = late(transition);
        List<Waiting> all = of(waiting, transition.nowSec(), late);
        if (!isEstimated) {
            return all;
        }
        Set<JobId> needed = waiting.stream().map(JobRecord::id).collect(Collectors.toSet());
        return estimated(transition, all, forecast.expected(transition.nowSec(), late, needed));
    }

    private Map<JobId, TimeWindow> late(Transition transition) {
        return new DelayedStarts(state).expected(transition.nowSec());
    }

    /** Whether a job waits; where it does not, that is answered. */
    boolean waits(Transition transition, String call, JobId id) {
        Optional<JobRecord> job = state.jobs().find(id);
        if (job.isEmpty()) {
            transition.fail(call, ErrorCode.NOT_FOUND, "there is no job " + id + " here");
        } else if (!isWaiting(job.get())) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + id + " is not waiting: it is " + job.get().state());
        }
        return job.filter(this::isWaiting).isPresent();
    }

    /**
     * Reports why one job waits, and the verdicts on the candidates of its jobspec. The cost is that of an explanation
     * and an estimate.
     */
    public void explain(Transition transition, String call, JobRead.ExplainJob request) {
        JobId id = request.job();
        if (!waits(transition, call, id)) {
            return;
        }
        JobRecord job = state.jobs().find(id).orElseThrow();
        Waiting waiting = told(transition, List.of(job), true).getFirst();
        if (waiting.why() instanceof WaitReason.Booked) {
            // Neither candidates nor other jobs are the cause: the job waits for its booked start.
            Explanation booked = Explanation.booked(transition.nowSec(), job.window());
            transition.reply(call, new JobAnswer.Explained(booked, Optional.of(waiting)));
            return;
        }
        Jobspec jobspec = state.submitted().jobspecOf(id).orElseThrow();
        List<JobId> own = job.state() == JobState.RESERVED
                        && state.schedule().holdings().booking(id).isPresent()
                ? List.of(id)
                : List.of();
        try {
            Explanation explanation = plans.without(own, () -> state.resources().explain(jobspec, transition.nowSec()));
            transition.reply(call, new JobAnswer.Explained(explanation, Optional.of(waiting)));
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }

    private List<Waiting> estimated(Transition transition, List<Waiting> waiting, Forecast.Expected inQueue) {
        Map<JobId, TimeWindow> expected = new HashMap<>(inQueue.windows());
        expected.putAll(reservationPass.expected(transition));
        List<Waiting> all = new ArrayList<>();
        for (Waiting one : waiting) {
            boolean isTooLate = inQueue.tooLate().contains(one.job()) && isForOthers(one.why());
            OptionalLong startSec = Optional.ofNullable(expected.get(one.job())).stream()
                    .mapToLong(TimeWindow::startSec)
                    .findFirst();
            WaitReason why = isTooLate ? tooLate(one.job()) : one.why();
            boolean isNowhere = inQueue.nowhere().contains(one.job()) && isForOthers(one.why());
            all.add(new Waiting(one.job(), isNowhere ? nowhere(why) : why, startSec));
        }
        return all;
    }

    /** There would be room if all were up, or it would not have been taken. */
    private WaitReason nowhere(WaitReason otherwise) {
        Schedule schedule = state.schedule();
        long outermost = Arrays.stream(schedule.statuses().notUp())
                .filter(v -> {
                    int above = schedule.aggregates().parent(v);
                    return above < 0 || schedule.statuses().isUp(above);
                })
                .count();
        return outermost == 0 ? otherwise : new WaitReason.NotUp(outermost);
    }

    /** Whether it waits only for jobs that come before it or that hold requested resources. */
    private static boolean isForOthers(WaitReason why) {
        return why instanceof WaitReason.Behind || why instanceof WaitReason.Resources;
    }

    private WaitReason tooLate(JobId job) {
        return new WaitReason.TooLate(JobLifecycle.lastStartSec(
                state, state.submitted().jobspecOf(job).orElseThrow()));
    }

    private boolean isWaiting(JobRecord job) {
        return job.submission().isPresent()
                && switch (job.state()) {
                    case PENDING, RESERVED -> true;
                    case STOPPING -> state.jobs().stateAfterStop(job.id()) == JobState.PENDING;
                    case RUNNING, COMPLETED, CANCELLED, EXPIRED, FAILED -> false;
                };
    }

    private List<Waiting> of(List<JobRecord> jobs, long nowSec, Map<JobId, TimeWindow> late) {
        Map<JobId, WaitReason> inQueue =
                inQueue(jobs.stream().map(JobRecord::id).collect(Collectors.toSet()));
        Map<JobId, WaitReason> others = new HashMap<>();
        var rooms = new RoomReasons(state, plans, nowSec);
        for (JobRecord job : jobs) {
            Optional<WaitReason> why =
                    apartFromQueue(DelayedStarts.seen(job, late)).or(() -> Optional.ofNullable(inQueue.get(job.id())));
            why.ifPresent(it -> others.put(job.id(), it));
            if (why.isEmpty()) {
                rooms.ask(job.id());
            } else if (why.get() instanceof WaitReason.Reserved) {
                rooms.askReserved(job.id());
            }
        }
        rooms.answer();
        List<Waiting> all = new ArrayList<>();
        for (JobRecord job : jobs) {
            Optional<WaitReason> room = rooms.of(job.id());
            WaitReason why = others.get(job.id());
            if (why == null) {
                why = room.orElse(new WaitReason.Resources(List.of()));
            } else if (why instanceof WaitReason.Reserved reserved && room.isPresent()) {
                why = new WaitReason.Reserved(reserved.startSec(), room);
            }
            all.add(new Waiting(job.id(), why));
        }
        return all;
    }

    /**
     * The reasons of those of these jobs that wait in a queue for something else than room. O(jobs in the queue up to
     * the last of them).
     */
    private Map<JobId, WaitReason> inQueue(Set<JobId> jobs) {
        QueueView queue = state.submitted().queue();
        Map<JobId, WaitReason> reasons = new HashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        Set<JobId> left = jobs.stream().filter(queue::waits).collect(Collectors.toCollection(HashSet::new));
        if (left.isEmpty()) {
            return reasons;
        }
        queue.visit(job -> {
            if (!queue.waits(job.id())) {
                return true;
            }
            String name = job.claim().queue();
            if (!queue.isStopped(name) && queue.excess(job).isEmpty()) {
                counts.merge(name, 1, Integer::sum);
            }
            if (left.remove(job.id())) {
                inQueue(queue, job, counts.getOrDefault(name, 0) - 1).ifPresent(why -> reasons.put(job.id(), why));
            }
            return !left.isEmpty();
        });
        return reasons;
    }

    /** @param before how many jobs of its queue that may start are before it */
    private Optional<WaitReason> inQueue(QueueView queue, WaitingJob job, int before) {
        String name = job.claim().queue();
        if (queue.isStopped(name)) {
            return Optional.of(new WaitReason.QueueStopped(
                    name, state.submitted().book().of(name).why()));
        }
        Optional<Excess> excess = queue.excess(job);
        if (excess.isPresent()) {
            return excess.map(WaitReason.OverLimit::new);
        }
        if (queue.isTooLate(job.id())) {
            return Optional.of(tooLate(job.id()));
        }
        QueuePolicy policy = queue.policy(name);
        return before >= (policy.overtakes() ? policy.depth() : 1)
                ? Optional.of(new WaitReason.Behind(before))
                : Optional.empty();
    }

    private Optional<WaitReason> apartFromQueue(JobRecord job) {
        JobId id = job.id();
        Prerequisites prerequisites = state.submitted().prerequisites();
        if (job.state() == JobState.STOPPING) {
            return Optional.of(new WaitReason.Stopping());
        }
        if (job.submission().filter(Submission::isHeld).isPresent()) {
            return Optional.of(new WaitReason.Held());
        }
        if (prerequisites.awaits(id)) {
            var dependencies = prerequisites.dependencies(id);
            return Optional.of(
                    dependencies.isEmpty()
                            ? new WaitReason.BeginTime(prerequisites.beginMillis(id))
                            : new WaitReason.Depends(dependencies));
        }
        if (state.reservations().waiting().contains(id)) {
            return Optional.of(forReservation(id));
        }
        if (state.submitted().queue().isBooked(id)) {
            return Optional.of(new WaitReason.Booked(job.window().startSec()));
        }
        return job.state() == JobState.RESERVED
                ? Optional.of(new WaitReason.Reserved(job.window().startSec()))
                : Optional.empty();
    }

    private WaitReason forReservation(JobId job) {
        String name = Conditions.of(state.submitted().jobspecOf(job).orElseThrow())
                .reservation()
                .orElseThrow();
        Optional<JobRecord> next = state.reservations().booked(name).stream()
                .flatMap(time -> state.jobs().active(time).stream())
                .findFirst();
        return new WaitReason.ForReservation(
                name,
                next.filter(time -> time.state() == JobState.RESERVED).stream()
                        .mapToLong(time -> time.window().startSec())
                        .findFirst());
    }
}
