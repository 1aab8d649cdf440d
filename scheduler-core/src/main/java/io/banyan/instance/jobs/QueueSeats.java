package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.turn.Matching;
import io.banyan.instance.turn.Transition;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Seats;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The decisions of the queue in one pass, applied to the schedule. */
final class QueueSeats implements Seats {
    /** After so many times in one pass in which to move what is reserved was no use, it is not tried any more. */
    private static final int MOST_IN_VAIN = 8;

    private final InstanceState state;
    private final Matching matching;
    private final JobCompletion endings;
    private final Transition turn;
    private final Plans plans;
    private int movedInVain;
    /** When those were to start that have lost what was reserved for them in this pass, or have moved. */
    private final List<Long> vacated = new ArrayList<>();
    /** How many those were when a job was asked last. */
    private final Map<JobId, Integer> advanced = new HashMap<>();

    /**
     * The possible outcome for a job, which is not decided yet.
     *
     * @param found what it would have, where there is something of use to it
     */
    private record Prospect(Placed placed, Optional<Plans.Squeezed> found) {}

    QueueSeats(InstanceState state, Matching matching, JobCompletion endings, Transition turn) {
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
        if (match(job, MatchOperation.ALLOCATE)
                instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
            apply(job, alone(job, window, selection));
            return job.amount();
        }
        long found = matcher.most();
        if (!isAmongReservations(job)) {
            return Math.min(job.amount() - 1, found);
        }
        // How much would be found by moving others is not known.
        Optional<Plans.Squeezed> squeezed = squeeze(job, LongStream.of(turn.nowSec()));
        squeezed.ifPresent(it -> apply(job, it));
        return squeezed.isPresent() ? job.amount() : job.amount() - 1;
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
        Prospect prospect = ask(job, List.of(), tooLateSec(job));
        prospect.found.ifPresent(it -> apply(job, it));
        return prospect.placed;
    }

    @Override
    public Placed placeInstead(WaitingJob job, WaitingJob other) {
        Prospect prospect = ask(job, List.of(other.id()), tooLateSec(job));
        prospect.found.ifPresent(it -> {
            unplan(other.id());
            apply(job, it);
        });
        return prospect.placed;
    }

    @Override
    public boolean isDue(WaitingJob job) {
        return record(job.id()).window().startSec() <= turn.nowSec() + 1;
    }

    @Override
    public boolean advance(WaitingJob job) {
        long planned = record(job.id()).window().startSec();
        if (isAskedInVain(job) || !state.resources().matcher().mayStartBefore(jobspec(job), turn.nowSec(), planned)) {
            return false;
        }
        Prospect prospect = ask(job, List.of(job.id()), planned);
        prospect.found.ifPresent(it -> {
            unplan(job.id());
            apply(job, it);
        });
        advanced.put(job.id(), vacated.size());
        return prospect.found.isPresent();
    }

    /**
     * Whether one was asked in this pass already, and nobody has left anything since then that it could have before its
     * time is over. O(those that left something).
     */
    private boolean isAskedInVain(WaitingJob job) {
        @Nullable Integer since = advanced.get(job.id());
        long endSec = record(job.id()).window().endSec();
        return since != null
                && vacated.subList(since, vacated.size()).stream().noneMatch(startSec -> startSec < endSec);
    }

    /** From when on a start is of no use to a job. */
    private long tooLateSec(WaitingJob job) {
        long last = JobLifecycle.lastStartSec(state, jobspec(job));
        return last == Long.MAX_VALUE ? last : last + 1;
    }

    /** Returns the prospect of a job before a time, if nothing were reserved for these jobs. */
    private Prospect ask(WaitingJob job, List<JobId> without, long beforeSec) {
        return plans.without(without, () -> switch (match(job, MatchOperation.ALLOCATE_ORELSE_RESERVE)) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                new Prospect(Placed.STARTED, Optional.of(alone(job, window, selection)));
            case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                reserve(job, alone(job, window, selection), without.size(), beforeSec);
            case MatchResult.Busy it -> new Prospect(Placed.NOWHERE, Optional.empty());
            case MatchResult.Unsatisfiable it -> new Prospect(Placed.NOWHERE, Optional.empty());
            case MatchResult.Matched it -> throw new IllegalStateException("the queue makes no dry run");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("the queue asks for resources");
        });
    }

    private static Plans.Squeezed alone(WaitingJob job, TimeWindow window, Selection selection) {
        return new Plans.Squeezed(new Plans.Place(job.id(), window, selection), List.of());
    }

    /**
     * Returns what was found, or something sooner that becomes free by moving what is reserved for others to other
     * resources.
     *
     * @param off of so many it is taken off what is reserved for them
     */
    private Prospect reserve(WaitingJob job, Plans.Squeezed found, int off, long beforeSec) {
        long start = found.place().window().startSec();
        if (state.submitted().queue().reservations() > off) {
            Optional<Plans.Squeezed> sooner = sooner(job, Math.min(start, beforeSec));
            if (sooner.isPresent()) {
                return new Prospect(isNow(sooner.get()) ? Placed.STARTED : Placed.RESERVED, sooner);
            }
        }
        return start < beforeSec
                ? new Prospect(Placed.RESERVED, Optional.of(found))
                : new Prospect(Placed.TOO_LATE, Optional.empty());
    }

    /**
     * Returns what a job gets at the first time at which there may be room, if that is before another time. The sums
     * count what overdue jobs still hold as free. No job can start on that now, but it can be reserved from the next
     * second on, as a match does.
     */
    private Optional<Plans.Squeezed> sooner(WaitingJob job, long beforeSec) {
        Matcher matcher = state.resources().matcher();
        long nowSec = turn.nowSec();
        long first = matcher.firstBySums(jobspec(job), nowSec);
        if (first >= beforeSec) {
            return Optional.empty();
        }
        boolean mayBeHeld = first == nowSec && state.schedule().holdings().hasOverrun(nowSec);
        long next = mayBeHeld ? matcher.firstBySums(jobspec(job), nowSec + 1) : beforeSec;
        return squeeze(job, next < beforeSec ? LongStream.of(first, next) : LongStream.of(first));
    }

    private boolean isNow(Plans.Squeezed found) {
        return found.place().window().startSec() == turn.nowSec();
    }

    /**
     * Returns what a job gets at the first of these times at which moving what is reserved for others to other
     * resources makes room for it.
     */
    private Optional<Plans.Squeezed> squeeze(WaitingJob job, LongStream starts) {
        if (movedInVain >= MOST_IN_VAIN) {
            return Optional.empty();
        }
        Optional<Plans.Squeezed> found = starts.mapToObj(startSec -> plans.squeeze(job.id(), startSec, turn.nowSec()))
                .flatMap(Optional::stream)
                .findFirst();
        movedInVain += found.isEmpty() ? 1 : 0;
        return found;
    }

    private void apply(WaitingJob job, Plans.Squeezed found) {
        found.moved().forEach(other -> unplan(other.job()));
        grant(job.id(), isNow(found) ? BookingKind.ALLOCATION : BookingKind.RESERVATION, found.place());
        found.moved().forEach(other -> grant(other.job(), BookingKind.RESERVATION, other));
    }

    /**
     * Counts resources that are reserved for others as able to yield, where the reservation begins before the job would
     * have ended. O(reservations).
     */
    @Override
    public boolean mayBeInTime(WaitingJob job) {
        Jobspec jobspec = jobspec(job);
        long last = JobLifecycle.lastStartSec(state, jobspec);
        return last == Long.MAX_VALUE
                || state.resources().matcher().firstBySums(jobspec, turn.nowSec()) <= last
                || isAmongReservations(last + job.durationSec());
    }

    private void unplan(JobId job) {
        vacated.add(record(job).window().startSec());
        endings.forget(job);
        turn.decide(new JobDecision.JobUnplanned(job));
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
            endings.run(turn, granted);
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
