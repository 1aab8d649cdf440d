package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.DueTimes;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.JobspecException;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Advance reservations: they are made, booked for the times to come, and given up. */
public final class ReservationLifecycle {
    /** One that comes again is booked for so many of its next times. */
    static final int AHEAD = 4;

    private final InstanceState state;
    private final JobCompletion completion;
    private final ReservationRoom rooms;
    private final ReservationSteps steps;
    /** When it is tried again to book one of which times had to be left out. */
    private final DueTimes<String> again = new DueTimes<>();

    private int known = -1;

    public ReservationLifecycle(InstanceState state, JobCompletion completion) {
        this.state = state;
        this.completion = completion;
        this.rooms = new ReservationRoom(state);
        this.steps = new ReservationSteps(state, completion);
    }

    public long nextDeadline() {
        return again.next();
    }

    // ---- asked for ------------------------------------------------------------------------------------------------

    public void create(Transition transition, String call, ReservationRequest.Create request) {
        Reservation reservation;
        try {
            reservation = request.reservation().orElseAt(transition.nowSec());
        } catch (IllegalArgumentException e) {
            transition.fail(call, ErrorCode.INVALID, ValueChecks.sentenceOf(e));
            return;
        }
        Optional<Answer.Failed> obstacle = steps.obstacle(reservation, transition.nowSec());
        if (obstacle.isPresent()) {
            transition.reply(call, obstacle.get());
            return;
        }
        List<ReservationRoom.Room> found = new ArrayList<>();
        try {
            List<String> unknown = rooms.unknown(reservation);
            if (!unknown.isEmpty()) {
                transition.fail(call, ErrorCode.NOT_FOUND, "there is no " + FirstItems.of(unknown) + " here");
                return;
            }
            for (TimeWindow window : next(reservation, 0, transition.nowSec())) {
                switch (rooms.find(reservation, window, transition.nowSec())) {
                    case ReservationRoom.Room room -> found.add(room);
                    case ReservationRoom.NoRoom(boolean never, var reasons) -> {
                        transition.reply(
                                call, new Answer.Refused(never, List.of(LevelReasons.here(state.path(), reasons))));
                        return;
                    }
                }
            }
        } catch (JobspecException | IllegalArgumentException e) {
            transition.fail(call, ErrorCode.INVALID, ValueChecks.sentenceOf(e));
            return;
        }
        TreeSet<JobId> inTheWay = new TreeSet<>();
        found.forEach(room -> inTheWay.addAll(room.inTheWay()));
        Optional<String> why = unstoppable(
                        transition, inTheWay, found.getFirst().window().startSec())
                .or(() -> request.force() ? Optional.empty() : said(inTheWay));
        if (why.isPresent()) {
            transition.fail(call, ErrorCode.WRONG_STATE, why.get());
            return;
        }
        inTheWay.forEach(job -> end(transition, job, found.getFirst().window().startSec()));
        transition.decide(new ReservationDecision.Made(reservation));
        for (int n = 0; n < found.size(); n++) {
            steps.book(transition, reservation, n, found.get(n));
        }
        transition.reply(
                call, new Answer.Reservations(List.of(state.reservations().view(reservation))));
    }

    /** The next times, from one on, that are not over and are planned here; at most as many as are booked ahead. */
    private List<TimeWindow> next(Reservation reservation, long from, long nowSec) {
        List<TimeWindow> windows = new ArrayList<>();
        for (long n = from; windows.size() < AHEAD; n++) {
            Optional<TimeWindow> window = reservation
                    .window(n)
                    .filter(it -> it.endSec() <= state.schedule().horizon().endSec());
            if (window.isEmpty()) {
                break;
            }
            window.filter(it -> it.endSec() > nowSec).ifPresent(windows::add);
        }
        return windows;
    }

    private Optional<String> said(SortedSet<JobId> inTheWay) {
        return inTheWay.isEmpty()
                ? Optional.empty()
                : Optional.of(steps.names(inTheWay)
                        + " would hold some of the resources then; with --force, running jobs end by then");
    }

    /** Why some of these cannot be made to end by a time; empty where all can. */
    private Optional<String> unstoppable(Transition transition, SortedSet<JobId> inTheWay, long sec) {
        TreeSet<JobId> left = inTheWay.stream()
                .filter(id -> !canEnd(state.jobs().active(id).orElseThrow(), sec, transition.nowSec()))
                .collect(Collectors.toCollection(TreeSet::new));
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        steps.names(left) + " would hold some of the resources then, and cannot be ended by then");
    }

    private boolean canEnd(JobRecord job, long sec, long nowSec) {
        return job.state() == JobState.RUNNING
                && !job.isInstance()
                && job.window().startSec() < Math.min(sec, nowSec + 1)
                && job.window().startSec() < sec
                && state.reservations().bookedUnder(job.id()).isEmpty()
                && state.reservations().timeOf(job.id()).isEmpty()
                && state.origins().grownFor(job.id()).isEmpty();
    }

    /** A job that runs has no more time than until then. */
    private void end(Transition transition, JobId job, long sec) {
        JobRecord running = state.jobs().active(job).orElseThrow();
        transition.decide(new JobDecision.JobLimited(job, sec - running.window().startSec()));
        state.jobs().active(job).ifPresent(it -> completion.track(transition, it));
    }

    public void cancel(Transition transition, String call, ReservationRequest.Cancel request) {
        Optional<Reservation> reservation = state.reservations().find(request.name());
        if (reservation.isEmpty()) {
            transition.fail(call, ErrorCode.NOT_FOUND, "there is no reservation '" + request.name() + "' here");
            return;
        }
        ReservationView view = state.reservations().view(reservation.get());
        TreeSet<JobId> inside = view.times().stream()
                .flatMap(time -> time.inside().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        if (!inside.isEmpty() && !request.force()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    steps.names(inside)
                            + " runs in the reservation; with --force, the reservation is cancelled and its jobs continue");
            return;
        }
        view.times()
                .forEach(time ->
                        completion.end(transition, time.job(), JobState.CANCELLED, "the reservation was cancelled"));
        transition.decide(new ReservationDecision.Ended(request.name(), "cancelled"));
        transition.reply(call, new Answer.Reservations(List.of(view)));
    }

    /** Jobs of a reservation are shown only to callers that may see them. */
    public void list(Transition transition, String call) {
        List<ReservationView> all = state.reservations().all().stream()
                .map(state.reservations()::view)
                .map(view -> new ReservationView(
                        view.reservation(),
                        view.times().stream()
                                .map(time -> visible(transition.asker(), time))
                                .toList(),
                        view.problem()))
                .toList();
        transition.reply(call, new Answer.Reservations(all));
    }

    private ReservationView.Time visible(Principal asker, ReservationView.Time time) {
        List<JobId> inside = time.inside().stream()
                .filter(job -> asker.role() != Role.USER
                        || state.jobs().find(job).filter(asker::isMasterOf).isPresent())
                .toList();
        return new ReservationView.Time(time.job(), time.window(), time.state(), inside);
    }

    // ---- as time goes by ------------------------------------------------------------------------------------------

    /**
     * Books the next times, and sees to the end of those of which there are no more. O(reservations), and nothing where
     * none has changed.
     */
    public void goOn(Transition transition) {
        boolean isDue = again.next() <= transition.nowMillis();
        if (known == state.reservations().version() && !isDue) {
            return;
        }
        if (isDue) {
            again.due(transition.nowMillis());
        }
        for (Reservation reservation : state.reservations().all()) {
            goOn(transition, reservation);
        }
        state.reservations().waiting().names().forEach(name -> endInVain(transition, name));
        known = state.reservations().version();
    }

    /**
     * Ends those that wait for one that is over, or that is another one by now, of the same name and for others.
     * O(their number).
     */
    private void endInVain(Transition transition, String name) {
        Optional<Reservation> reservation = state.reservations().find(name);
        for (WaitingJob job : state.reservations().waiting().of(name)) {
            JobRecord record = state.jobs().find(job.id()).orElseThrow();
            String account = record.submission().map(Submission::account).orElse("");
            if (reservation.isEmpty()) {
                completion.end(transition, job.id(), JobState.CANCELLED, "the reservation '" + name + "' has ended");
            } else if (!reservation.get().admits(record.owner(), account)) {
                completion.end(
                        transition,
                        job.id(),
                        JobState.CANCELLED,
                        "the reservation '" + name + "' no longer admits the job");
            }
        }
    }

    private void goOn(Transition transition, Reservation reservation) {
        String name = reservation.name();
        int leftOut = 0;
        long over = reservation
                .recurrence()
                .atLeastBefore(reservation.startSec(), transition.nowSec() - reservation.durationSec());
        long n = Math.max(state.reservations().next(name), over);
        Optional<TimeWindow> window = planned(reservation, n);
        while (window.isPresent() && state.reservations().booked(name).size() < AHEAD && leftOut < AHEAD) {
            boolean isToCome = window.get().endSec() > transition.nowSec();
            if (isToCome && !isBooked(transition, reservation, n, window.get())) {
                leftOut++;
                again.set(name, window.get().endSec() * 1000);
            }
            window = planned(reservation, ++n);
        }
        if (state.reservations().booked(name).isEmpty() && window.isEmpty()) {
            transition.decide(new ReservationDecision.Ended(name, "over"));
        }
    }

    private Optional<TimeWindow> planned(Reservation reservation, long n) {
        return reservation
                .window(n)
                .filter(it -> it.endSec() <= state.schedule().horizon().endSec());
    }

    /** Where it is not possible, that time is left out. */
    private boolean isBooked(Transition transition, Reservation reservation, long n, TimeWindow window) {
        String why = "";
        try {
            switch (rooms.find(reservation, window, transition.nowSec())) {
                case ReservationRoom.Room room -> {
                    TreeSet<JobId> inTheWay = new TreeSet<>(room.inTheWay());
                    if (inTheWay.isEmpty()) {
                        steps.book(transition, reservation, n, room);
                        return true;
                    }
                    why = steps.names(inTheWay) + " would hold some of the resources then";
                }
                case ReservationRoom.NoRoom(boolean never, var reasons) ->
                    why = reasons.isEmpty()
                            ? "there are not enough free resources for it"
                            : reasons.getFirst().toString();
            }
        } catch (JobspecException e) {
            why = ValueChecks.sentenceOf(e);
        }
        String left = "not booked from " + ReservationSteps.time(window.startSec()) + ": " + why;
        transition.warn("reservation '" + reservation.name() + "' is " + left);
        transition.decide(new ReservationDecision.Booked(reservation.name(), n, Optional.empty(), left));
        return false;
    }
}
