package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.BookedJobs;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Placement;
import io.banyan.queue.Seats;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.ProposedBooking;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The answers to the questions of one pass, by matches against the schedule. No method decides anything: bookings that
 * a {@link Plans} removes from the schedule for a question are restored before the answer. {@link QueueGrants} performs
 * the placements of the pass.
 */
final class QueueSeats implements Seats {
    /** The number of failed attempts to move reservations in one pass after which no more are made. */
    private static final int MOST_IN_VAIN = 8;

    private final InstanceState state;
    private final CountedMatcher matching;
    private final Plans plans;
    private final long nowSec;
    private final PromisedStarts promised;
    private int movedInVain;

    QueueSeats(InstanceState state, CountedMatcher matching, long nowSec) {
        this.state = state;
        this.matching = matching;
        this.plans = new Plans(state);
        this.nowSec = nowSec;
        this.promised = new PromisedStarts(state, matching, nowSec);
    }

    @Override
    public NowAnswer findNow(WaitingJob job) {
        Matcher matcher = state.resources().matcher();
        Jobspec jobspec = jobspec(job);
        long most = matcher.mostNow(jobspec, nowSec);
        if (most < job.amount()) {
            return new AtMost(most);
        }
        if (match(job, MatchOperation.ALLOCATE)
                instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
            return placement(job, List.of(), alone(job, window, selection));
        }
        long found = matcher.most();
        if (!isAmongReservations(job)) {
            return new AtMost(Math.min(job.amount() - 1, found));
        }
        // How much would be found by moving others is not known.
        Optional<Plans.Squeezed> squeezed = squeeze(job, LongStream.of(nowSec));
        return squeezed.isPresent() ? placement(job, List.of(), squeezed.get()) : new AtMost(job.amount() - 1);
    }

    @Override
    public long mostAtAll(WaitingJob job) {
        return state.resources().matcher().mostAtAll(jobspec(job), nowSec);
    }

    /** Whether something that is reserved may be in its way. O(reservations). */
    private boolean isAmongReservations(WaitingJob job) {
        return isAmongReservations(job.durationSec() == 0 ? Long.MAX_VALUE : nowSec + job.durationSec());
    }

    private boolean isAmongReservations(long endSec) {
        for (JobId id : state.submitted().queue().movable()) {
            Optional<JobRecord> other = state.jobs().active(id);
            if (other.isPresent() && other.get().window().startSec() < endSec) {
                return true;
            }
        }
        return false;
    }

    @Override
    public EarliestAnswer findEarliest(WaitingJob job) {
        if (BookedJobs.isPromised(state, jobspec(job))) {
            return promise(job);
        }
        if (BookedJobs.isLeak(state, jobspec(job))) {
            return findNow(job) instanceof Placement now ? now : NoTime.NOWHERE;
        }
        return ask(job, List.of(), tooLateSec(job));
    }

    /** Books the nodes of a job by their number again, after it lost its booking. */
    private EarliestAnswer promise(WaitingJob job) {
        Optional<TimeWindow> window = promised.book(jobspec(job), Math.floorDiv(job.submittedMillis(), 1000));
        return window.isEmpty()
                ? NoTime.TOO_LATE
                : new Placement(
                        job,
                        BookingKind.RESERVATION,
                        List.of(),
                        List.of(new ProposedBooking(job.id(), window.get(), new Selection.Builder().build())));
    }

    @Override
    public Optional<Placement> nextDue() {
        return promised.nextDue();
    }

    @Override
    public Optional<Placement> nextEarly() {
        return promised.nextEarly();
    }

    @Override
    public EarliestAnswer findInstead(WaitingJob job, WaitingJob other) {
        return ask(job, List.of(other.id()), tooLateSec(job));
    }

    @Override
    public TimeWindow planned(JobId job) {
        return state.jobs().find(job).orElseThrow().window();
    }

    @Override
    public boolean isDue(WaitingJob job) {
        return planned(job.id()).startSec() <= nowSec + 1;
    }

    @Override
    public boolean mayBeEarlier(WaitingJob job) {
        return state.resources()
                .matcher()
                .mayStartBefore(jobspec(job), nowSec, planned(job.id()).startSec());
    }

    @Override
    public Optional<Placement> findEarlier(WaitingJob job) {
        return ask(job, List.of(job.id()), planned(job.id()).startSec()) instanceof Placement earlier
                ? Optional.of(earlier)
                : Optional.empty();
    }

    /** From when on a start is of no use to a job. */
    private long tooLateSec(WaitingJob job) {
        long last = JobLifecycle.lastStartSec(state, jobspec(job));
        return last == Long.MAX_VALUE ? last : last + 1;
    }

    /** Returns the answer for a job before a time, if nothing were reserved for these jobs. */
    private EarliestAnswer ask(WaitingJob job, List<JobId> without, long beforeSec) {
        return plans.without(without, () -> switch (match(job, MatchOperation.ALLOCATE_ORELSE_RESERVE)) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                placement(job, without, alone(job, window, selection));
            case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                reserve(job, without, alone(job, window, selection), beforeSec);
            case MatchResult.Busy it -> NoTime.NOWHERE;
            case MatchResult.Unsatisfiable it -> NoTime.NOWHERE;
            case MatchResult.Matched it -> throw new IllegalStateException("the queue makes no dry run");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("the queue asks for resources");
        });
    }

    private static Plans.Squeezed alone(WaitingJob job, TimeWindow window, Selection selection) {
        return new Plans.Squeezed(new ProposedBooking(job.id(), window, selection), List.of());
    }

    private Placement placement(WaitingJob job, List<JobId> without, Plans.Squeezed found) {
        BookingKind kind = found.own().window().startSec() == nowSec ? BookingKind.ALLOCATION : BookingKind.RESERVATION;
        if (found.moved().isEmpty()) {
            return new Placement(job, kind, without, List.of(found.own()));
        }
        Stream<JobId> moved = found.moved().stream().map(ProposedBooking::job);
        return new Placement(
                job,
                kind,
                Stream.concat(without.stream(), moved).toList(),
                Stream.concat(Stream.of(found.own()), found.moved().stream()).toList());
    }

    /**
     * Returns the found placement, or an earlier one that is possible if reservations of other jobs move to other
     * resources.
     *
     * @param without the jobs whose reservations are taken off the schedule
     */
    private EarliestAnswer reserve(WaitingJob job, List<JobId> without, Plans.Squeezed found, long beforeSec) {
        long start = found.own().window().startSec();
        if (!isBookedAtSubmission(job) && state.submitted().queue().reservations() > without.size()) {
            Optional<Plans.Squeezed> sooner = sooner(job, Math.min(start, beforeSec));
            if (sooner.isPresent()) {
                return placement(job, without, sooner.get());
            }
        }
        return start < beforeSec ? placement(job, without, found) : NoTime.TOO_LATE;
    }

    /**
     * Returns the placement of a job at the first time with possible room, if that is before another time. The sums
     * count the resources of overdue jobs as free. No job can start on that now, but it can be reserved from the next
     * second on, as a match does.
     */
    private Optional<Plans.Squeezed> sooner(WaitingJob job, long beforeSec) {
        Matcher matcher = state.resources().matcher();
        long first = matcher.firstBySums(jobspec(job), nowSec);
        if (first >= beforeSec) {
            return Optional.empty();
        }
        boolean mayBeHeld = first == nowSec && state.schedule().holdings().hasOverrun(nowSec);
        long next = mayBeHeld ? matcher.firstBySums(jobspec(job), nowSec + 1) : beforeSec;
        return squeeze(job, next < beforeSec ? LongStream.of(first, next) : LongStream.of(first));
    }

    /**
     * Returns the placement of a job at the first of these times at which moving reservations of other jobs makes room
     * for it.
     */
    private Optional<Plans.Squeezed> squeeze(WaitingJob job, LongStream starts) {
        if (movedInVain >= MOST_IN_VAIN) {
            return Optional.empty();
        }
        Optional<Plans.Squeezed> found = starts.mapToObj(startSec -> plans.squeeze(job.id(), startSec, nowSec))
                .flatMap(Optional::stream)
                .findFirst();
        movedInVain += found.isEmpty() ? 1 : 0;
        return found;
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
                || state.resources().matcher().firstBySums(jobspec, nowSec) <= last
                || isAmongReservations(last + job.durationSec());
    }

    private boolean isBookedAtSubmission(WaitingJob job) {
        return state.submitted().queue().policy(job.claim().queue()).booksAtSubmission();
    }

    private MatchResult match(WaitingJob job, MatchOperation operation) {
        state.resources().matcher().placing(job.id());
        try {
            if (isBookedAtSubmission(job) && BookedJobs.beginSec(jobspec(job)) > nowSec) {
                return matching.findFrom(jobspec(job), BookedJobs.beginSec(jobspec(job)), nowSec);
            }
            return matching.find(jobspec(job), operation, nowSec);
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }

    private Jobspec jobspec(WaitingJob job) {
        return state.submitted().jobspecOf(job.id()).orElseThrow();
    }
}
