package io.banyan.instance;

import io.banyan.graph.Selection;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Seats;
import io.banyan.queue.WaitingJob;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Optional;

/** What the queue decides in one pass, done to the schedule. */
final class QueueSeats implements Seats {
    /** After so many times in one pass in which to move what is reserved was no use, it is not tried any more. */
    private static final int MOST_IN_VAIN = 8;

    private final InstanceState state;
    private final Matching matching;
    private final Endings endings;
    private final Turn turn;
    private final Plans plans;
    private int movedInVain;

    /** What was withdrawn last. */
    private Optional<Plans.Place> withdrawn = Optional.empty();

    QueueSeats(InstanceState state, Matching matching, Endings endings, Turn turn) {
        this.state = state;
        this.matching = matching;
        this.endings = endings;
        this.turn = turn;
        this.plans = new Plans(state);
    }

    @Override
    public long start(WaitingJob job) {
        Matcher matcher = state.resources().matcher();
        Jobspec jobspec = jobspec(job);
        long most = matcher.mostNow(jobspec, turn.nowSec());
        if (most < job.amount()) {
            return most;
        }
        MatchResult result = match(job, MatchOperation.ALLOCATE);
        long found = matcher.most();
        if (grant(job, result) == Placed.STARTED) {
            return job.amount();
        }
        if (!isAmongReservations(job)) {
            return Math.min(job.amount() - 1, found);
        }
        // How much would be found by moving others is not known.
        return squeeze(job, turn.nowSec()) ? job.amount() : job.amount() - 1;
    }

    @Override
    public long mostAtAll(WaitingJob job) {
        return state.resources().matcher().mostAtAll(jobspec(job), turn.nowSec());
    }

    /** Whether something that is reserved may be in its way. O(reservations). */
    private boolean isAmongReservations(WaitingJob job) {
        return isAmongReservations(job.durationSec() == 0 ? Long.MAX_VALUE : turn.nowSec() + job.durationSec());
    }

    private boolean isAmongReservations(long endSec) {
        for (JobId id : state.submitted().queue().reserved()) {
            Optional<JobRecord> other = state.jobs().active(id);
            if (other.isPresent() && other.get().window().startSec() < endSec) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Placed place(WaitingJob job) {
        MatchResult result = match(job, MatchOperation.ALLOCATE_ORELSE_RESERVE);
        long first = firstBySums(job);
        boolean isReserved = result instanceof MatchResult.Reserved;
        long last = isReserved ? JobLives.lastStartSec(jobspec(job)) : Long.MAX_VALUE;
        boolean isSooner = isReserved && first < startOf(result) && first <= last;
        if (isSooner && squeeze(job, first)) {
            return first == turn.nowSec() ? Placed.STARTED : Placed.RESERVED;
        }
        return isReserved && startOf(result) > last ? Placed.TOO_LATE : grant(job, result);
    }

    private long firstBySums(WaitingJob job) {
        return state.submitted().queue().hasReservations()
                ? state.resources().matcher().firstBySums(jobspec(job), turn.nowSec())
                : Long.MAX_VALUE;
    }

    /** Gives a job something from a time on, by moving what is reserved for others to other resources. Returns whether that was possible. */
    private boolean squeeze(WaitingJob job, long startSec) {
        if (movedInVain >= MOST_IN_VAIN) {
            return false;
        }
        Optional<Plans.Squeezed> found = plans.squeeze(job.id(), startSec, turn.nowSec());
        movedInVain += found.isEmpty() ? 1 : 0;
        found.ifPresent(it -> apply(job, it));
        return found.isPresent();
    }

    private void apply(WaitingJob job, Plans.Squeezed found) {
        found.moved().forEach(other -> unplan(other.job()));
        boolean isNow = found.place().window().startSec() == turn.nowSec();
        grant(job.id(), isNow ? BookingKind.ALLOCATION : BookingKind.RESERVATION, found.place());
        found.moved().forEach(other -> grant(other.job(), BookingKind.RESERVATION, other));
    }

    /** What is reserved for others can yield, where it begins before the job would have ended. O(reservations). */
    @Override
    public boolean mayBeInTime(WaitingJob job) {
        Jobspec jobspec = jobspec(job);
        long last = JobLives.lastStartSec(jobspec);
        return last == Long.MAX_VALUE
                || state.resources().matcher().firstBySums(jobspec, turn.nowSec()) <= last
                || isAmongReservations(last + job.durationSec());
    }

    @Override
    public void withdraw(WaitingJob job) {
        withdrawn = Optional.of(new Plans.Place(
                job.id(), record(job.id()).window(), state.schedule().holdings().selection(job.id())));
        unplan(job.id());
    }

    @Override
    public void restore(WaitingJob job) {
        Plans.Place place = withdrawn.filter(it -> it.job().equals(job.id())).orElseThrow();
        withdrawn = Optional.empty();
        grant(job.id(), BookingKind.RESERVATION, place);
    }

    private void unplan(JobId job) {
        endings.forget(job);
        turn.decide(new JobDecision.JobUnplanned(job));
    }

    @Override
    public void advance(WaitingJob job) {
        Schedule schedule = state.schedule();
        TimeWindow planned = record(job.id()).window();
        if (!state.resources().matcher().mayStartBefore(jobspec(job), turn.nowSec(), planned.startSec())) {
            return;
        }
        Selection held = schedule.holdings().selection(job.id());
        schedule.cancel(job.id());
        MatchResult result = match(job, MatchOperation.ALLOCATE_ORELSE_RESERVE);
        long start = startOf(result);
        long first = Math.min(firstBySums(job), start);
        Optional<Plans.Squeezed> squeezed = first < Math.min(start, planned.startSec()) && movedInVain < MOST_IN_VAIN
                ? plans.squeeze(job.id(), first, turn.nowSec())
                : Optional.empty();
        schedule.assume(job.id(), BookingKind.RESERVATION, planned, held);
        if (squeezed.isPresent()) {
            unplan(job.id());
            apply(job, squeezed.get());
        } else if (start < planned.startSec() || result instanceof MatchResult.Allocated) {
            unplan(job.id());
            grant(job, result);
        }
    }

    private static long startOf(MatchResult result) {
        return switch (result) {
            case MatchResult.Allocated it -> it.window().startSec();
            case MatchResult.Reserved it -> it.window().startSec();
            case MatchResult.Busy it -> Long.MAX_VALUE;
            case MatchResult.Unsatisfiable it -> Long.MAX_VALUE;
            case MatchResult.Matched it -> throw new IllegalStateException("the queue makes no dry run");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("the queue asks for resources");
        };
    }

    private Placed grant(WaitingJob job, MatchResult result) {
        return switch (result) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) -> {
                grant(job.id(), BookingKind.ALLOCATION, new Plans.Place(job.id(), window, selection));
                yield Placed.STARTED;
            }
            case MatchResult.Reserved(Selection selection, TimeWindow window) -> {
                grant(job.id(), BookingKind.RESERVATION, new Plans.Place(job.id(), window, selection));
                yield Placed.RESERVED;
            }
            case MatchResult.Busy it -> Placed.NOWHERE;
            case MatchResult.Unsatisfiable it -> Placed.NOWHERE;
            case MatchResult.Matched it -> throw new IllegalStateException("the queue makes no dry run");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("the queue asks for resources");
        };
    }

    private void grant(JobId id, BookingKind kind, Plans.Place place) {
        JobRecord record = record(id);
        List<HeldPart> held = state.resources().held().of(place.selection());
        turn.decide(
                new JobDecision.JobGranted(
                        id,
                        record.name(),
                        record.owner(),
                        kind,
                        place.window(),
                        record.queue(),
                        held,
                        Optional.empty(),
                        new IfLost.Keep()),
                place.selection());
        JobRecord granted = record(id);
        endings.track(turn, granted);
        if (kind == BookingKind.ALLOCATION) {
            endings.run(turn, granted, false);
        }
    }

    private MatchResult match(WaitingJob job, MatchOperation operation) {
        try {
            return matching.find(jobspec(job), operation, turn.nowSec());
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }

    private Jobspec jobspec(WaitingJob job) {
        return state.submitted().jobspecOf(job.id()).orElseThrow();
    }

    private JobRecord record(JobId job) {
        return state.jobs().find(job).orElseThrow();
    }
}
