package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Queues;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The choice of which job runs in which reservation. Jobs that wait for a reservation are examined in their order
 * whenever it may have changed. A job starts if it fits beside the running jobs and the plans of the jobs before it.
 * For each other job, the earliest remaining time is kept until the next examination. So no job delays an earlier one.
 */
public final class ReservationPass {
    /** The maximum number of waiting jobs of a reservation that are examined; jobs after them do not start. */
    private static final int MOST = 100;

    private final InstanceState state;
    private final JobCompletion completion;

    public ReservationPass(InstanceState state, JobCompletion completion) {
        this.state = state;
        this.completion = completion;
    }

    /** Why a job of this owner cannot be submitted for a reservation; empty where it can, or is for none. */
    Optional<Answer.Failed> obstacle(Jobspec jobspec, String owner, long nowMillis) {
        Optional<String> name = Conditions.of(jobspec).reservation();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Optional<Reservation> reservation = state.reservations().find(name.get());
        if (reservation.isEmpty()) {
            return failed(ErrorCode.NOT_FOUND, "there is no reservation '" + name.get() + "' here");
        }
        if (reservation.get().isMaintenance()) {
            return failed(
                    ErrorCode.FORBIDDEN, "reservation '" + name.get() + "' is for maintenance: no job runs in it");
        }
        String account = Queues.accountOf(jobspec);
        if (!reservation.get().admits(owner, account)) {
            String whose = "'" + owner + "'" + (account.isEmpty() ? "" : " and account '" + account + "'");
            return failed(ErrorCode.FORBIDDEN, "reservation '" + name.get() + "' does not admit " + whose);
        }
        long durationSec = jobspec.attributes().durationSec();
        if (durationSec > reservation.get().durationSec()) {
            return failed(
                    ErrorCode.INVALID,
                    "the job would run for " + durationSec + " s, but reservation '" + name.get() + "' lasts "
                            + reservation.get().durationSec() + " s");
        }
        return JobLifecycle.tooLong(
                        state, Conditions.of(jobspec), durationSec, Math.max(nowMillis, opensMillis(reservation.get())))
                .flatMap(why -> failed(
                        ErrorCode.INVALID,
                        why + ", because reservation '" + name.get() + "' begins "
                                + Instant.ofEpochMilli(opensMillis(reservation.get()))));
    }

    /** When it begins, or has begun. */
    private long opensMillis(Reservation reservation) {
        return 1000
                * state.reservations().booked(reservation.name()).stream()
                        .flatMap(time -> state.jobs().active(time).stream())
                        .mapToLong(time -> time.window().startSec())
                        .findFirst()
                        .orElse(reservation.startSec());
    }

    private static Optional<Answer.Failed> failed(ErrorCode code, String why) {
        return Optional.of(new Answer.Failed(code, why));
    }

    /**
     * Why there could never be room for a job in the reservation that it is for; empty where there could, or it is for
     * none, or nothing is booked for that now. O(reserved resources).
     */
    Optional<MatchResult.Unsatisfiable> never(Jobspec jobspec) throws JobspecException {
        Optional<JobId> time = Conditions.of(jobspec)
                .reservation()
                .flatMap(name -> state.reservations().booked(name).stream().findFirst());
        if (time.isEmpty()) {
            return Optional.empty();
        }
        long startSec = state.jobs().active(time.get()).orElseThrow().window().startSec();
        MatchResult result = Enclosure.of(state, time.get()).match(jobspec, MatchOperation.SATISFIABILITY, startSec);
        return result instanceof MatchResult.Unsatisfiable never ? Optional.of(never) : Optional.empty();
    }

    /**
     * Starts those that can. O(reserved resources + matches), at most {@link #MOST}, for each reservation in which
     * something may have changed.
     */
    void goOn(Transition transition) {
        if (state.reservations().isEmpty()) {
            return;
        }
        for (JobId time : state.transients().unseen().takeReservationTimes().stream()
                .sorted()
                .toList()) {
            look(transition, time, true);
        }
    }

    /**
     * Returns the windows in which the jobs that wait for a begun reservation would run, if no others came and all jobs
     * ran for their requested time; changes nothing.
     */
    Map<JobId, TimeWindow> expected(Transition transition) {
        Map<JobId, TimeWindow> expected = new LinkedHashMap<>();
        state.reservations().times().forEach(time -> expected.putAll(look(transition, time, false)));
        return expected;
    }

    /**
     * The answer to a new job that would enter a reservation now.
     *
     * @param time the job under which the open time of the reservation is booked
     * @param result the match within the reserved resources
     * @param outside the matched resources in the instance's own graph; empty if there are none
     */
    record Entry(JobId time, MatchResult result, Optional<Selection> outside) {}

    /**
     * Searches resources for a new job in a reservation that has begun, beside its jobs and the plans of the jobs that
     * wait for it; changes nothing. Empty if the reservation has not begun. O(reserved resources + matches).
     *
     * @throws JobspecException where the jobspec contradicts itself
     */
    Optional<Entry> entry(Transition transition, String name, Jobspec jobspec) throws JobspecException {
        Optional<JobId> open = state.reservations().booked(name).stream()
                .filter(time -> state.jobs()
                        .active(time)
                        .filter(job -> job.state() == JobState.RUNNING)
                        .isPresent())
                .findFirst();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        Enclosure enclosure = Enclosure.of(state, open.get());
        plan(transition, open.get(), enclosure, false);
        MatchResult result = enclosure.match(jobspec, MatchOperation.ALLOCATE_WITH_SATISFIABILITY, transition.nowSec());
        Optional<Selection> outside = result instanceof MatchResult.Allocated(Selection found, TimeWindow window)
                ? Optional.of(enclosure.outside(found))
                : Optional.empty();
        return Optional.of(new Entry(open.get(), result, outside));
    }

    private Map<JobId, TimeWindow> look(Transition transition, JobId time, boolean starts) {
        Optional<JobRecord> open = state.jobs().active(time).filter(job -> job.state() == JobState.RUNNING);
        return open.isEmpty() || waiting(time).isEmpty()
                ? new LinkedHashMap<>()
                : plan(transition, time, Enclosure.of(state, time), starts);
    }

    private List<WaitingJob> waiting(JobId time) {
        String name = state.reservations().bookedUnder(time).orElseThrow().name();
        return state.reservations().waiting().of(name);
    }

    private Map<JobId, TimeWindow> plan(Transition transition, JobId time, Enclosure enclosure, boolean starts) {
        Map<JobId, TimeWindow> planned = new LinkedHashMap<>();
        long left = state.jobs().active(time).orElseThrow().window().endSec() - transition.nowSec();
        for (WaitingJob job : waiting(time).stream().limit(MOST).toList()) {
            if (job.durationSec() <= left && left > 0) {
                place(transition, time, enclosure, job, starts).ifPresent(window -> planned.put(job.id(), window));
            }
        }
        return planned;
    }

    private Optional<TimeWindow> place(
            Transition transition, JobId time, Enclosure enclosure, WaitingJob job, boolean starts) {
        Jobspec jobspec = state.submitted().jobspecOf(job.id()).orElseThrow();
        try {
            switch (enclosure.match(jobspec, MatchOperation.ALLOCATE_ORELSE_RESERVE, transition.nowSec())) {
                case MatchResult.Allocated(Selection selection, TimeWindow window) -> {
                    enclosure.commit(job.id(), BookingKind.ALLOCATION, window, selection);
                    if (starts) {
                        start(transition, time, job.id(), window, enclosure.outside(selection));
                    }
                    return Optional.of(window);
                }
                case MatchResult.Reserved(Selection selection, TimeWindow window) -> {
                    enclosure.commit(job.id(), BookingKind.RESERVATION, window, selection);
                    return Optional.of(window);
                }
                case MatchResult.Busy it -> {}
                case MatchResult.Unsatisfiable it -> {}
                case MatchResult.Matched it -> {}
                case MatchResult.Satisfiable it -> {}
            }
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
        return Optional.empty();
    }

    private void start(Transition transition, JobId time, JobId id, TimeWindow window, Selection selection) {
        JobRecord job = state.jobs().find(id).orElseThrow();
        var grant = new JobDecision.JobGranted(
                id,
                job.name(),
                job.owner(),
                BookingKind.ALLOCATION,
                window,
                job.queue(),
                state.resources().held().of(selection),
                Optional.empty(),
                job.ifLost());
        transition.decide(new ReservationDecision.Admitted(time, grant), selection);
        JobRecord started = state.jobs().active(id).orElseThrow();
        completion.track(transition, started);
        completion.run(transition, started);
    }
}
