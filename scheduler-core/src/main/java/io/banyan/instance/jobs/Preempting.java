package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.BookedJobs;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PreemptionRefusals;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueueView;
import io.banyan.queue.Sacrifice;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.HeldCount;
import io.banyan.schedule.Holdings;
import io.banyan.schedule.ProposedBooking;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stops jobs for urgent jobs that find no room. Only less urgent jobs are stopped, and only if that makes room: the
 * least urgent first, and among these the jobs that lose the least work. The lost work is the number of cores times the
 * run time, or times the time for a checkpoint if the job can continue from one ({@link Sacrifice} describes the
 * quality of the choice). Their resources are planned for the urgent job from the latest time of their kill, so that no
 * other job gets them.
 */
final class Preempting {
    /** For so many room is made after one event. */
    private static final int MOST = 4;

    /**
     * The rule for stops that the elastic policy proposes: jobs that can continue from a checkpoint and do not forbid a
     * stop.
     */
    private static final Preemption BY_POLICY = new Preemption(1, Preemption.Mode.REQUEUE, Preemption.Victims.WILLING);

    private final InstanceState state;
    private final JobCompletion completion;
    private final Plans plans;

    /** A job that may be stopped. */
    private record Candidate(JobRecord job, int urgency, long lost, long untilSec) {}

    Preempting(InstanceState state, JobCompletion completion) {
        this.state = state;
        this.completion = completion;
        this.plans = new Plans(state);
    }

    /**
     * Makes room for urgent jobs after a look at the queue. A job for which the queue keeps no room is helped only
     * where no preemption helps those before it; it then gets a reservation for the room, since otherwise jobs that
     * come after it could start there before the last victim is gone, and be stopped once more. Returns whether a job
     * is stopped. O(those that are so urgent) and, for each of at most {@link #MOST} jobs, a match for each urgency of
     * those that run and less, and at most {@link Sacrifice#MOST_LOOKS} for the first of which stopping all would help.
     */
    boolean goOn(Transition transition) {
        Preemption rule = state.config().queues().preemption();
        if (rule.isOff()) {
            return false;
        }
        QueueView queue = state.submitted().queue();
        boolean isAny = false;
        boolean isOneHelped = false;
        int looked = 0;
        for (WaitingJob job : state.submitted().urgent()) {
            boolean mayStart =
                    !queue.isStopped(job.claim().queue()) && queue.excess(job).isEmpty();
            boolean isKept = queue.keepsRoomFor(job);
            boolean mayBeHelped = isKept || (!isOneHelped && queue.mayReserveBesides(job));
            if (mayStart && mayBeHelped && !queue.isBooked(job.id()) && looked < MOST) {
                looked++;
                var question = new PreemptionRefusals.Question(job.id(), Set.of());
                boolean isStopped = makeRoom(transition, rule, question, job, state.jobs()::active, isKept);
                isAny |= isStopped;
                isOneHelped |= isStopped || hasRoomSoon(transition, job.id());
            }
        }
        return isAny;
    }

    /**
     * Makes room for any job by stopping some of these jobs; only those that may be stopped, and no more than it takes.
     */
    boolean makeRoom(Transition transition, WaitingJob job, Set<JobId> these) {
        return makeRoom(
                transition,
                BY_POLICY,
                new PreemptionRefusals.Question(job.id(), these),
                job,
                () -> these.stream()
                        .flatMap(it -> state.jobs().active(it).stream())
                        .toList(),
                true);
    }

    /** Whether one that goes on from where it was may be stopped for a job of such an urgency. */
    boolean mayStop(Transition transition, JobId job, int urgency) {
        return state.jobs()
                .active(job)
                .filter(it -> isLess(it, urgency))
                .flatMap(it -> candidate(transition, BY_POLICY, it))
                .isPresent();
    }

    int urgency(JobId job) {
        return state.jobs()
                .find(job)
                .flatMap(JobRecord::submission)
                .map(Submission::urgency)
                .orElse(0);
    }

    private boolean makeRoom(
            Transition transition,
            Preemption rule,
            PreemptionRefusals.Question question,
            WaitingJob job,
            Supplier<List<JobRecord>> these,
            boolean isKept) {
        if (refusals().hold(question, transition.nowSec())) {
            return false;
        }
        long soonSec = afterSec(transition, state.config().limits().stopMillis());
        List<Candidate> candidates = hasRoomSoon(transition, job.id())
                ? List.of()
                : candidates(transition, rule, urgency(job.id()), these.get());
        List<JobId> planned = state.submitted().queue().withReservation().stream()
                .filter(other -> other.compareTo(job) >= 0)
                .filter(other -> !state.submitted().queue().isBooked(other.id()))
                .map(WaitingJob::id)
                .toList();
        if (candidates.isEmpty() || found(job, planned, List.of(), soonSec).isPresent()) {
            return false;
        }
        for (int most : candidates.stream()
                .mapToInt(Candidate::urgency)
                .sorted()
                .distinct()
                .toArray()) {
            List<Candidate> some =
                    candidates.stream().filter(it -> it.urgency <= most).toList();
            long[] costs = some.stream().mapToLong(Candidate::lost).toArray();
            long atSec = lastOf(some);
            Optional<List<Integer>> chosen = Sacrifice.choose(
                    costs, set -> found(job, planned, jobs(some, set), atSec).isPresent());
            if (chosen.isPresent()) {
                ProposedBooking place = stop(
                        transition,
                        rule,
                        job,
                        chosen.get().stream().map(some::get).toList(),
                        planned,
                        atSec);
                if (!isKept) {
                    reserve(transition, place);
                }
                return true;
            }
        }
        Set<JobId> stoppable = candidates.stream().map(it -> it.job.id()).collect(Collectors.toSet());
        long latestSec = Math.max(soonSec, lastOf(candidates));
        refusals().add(question, stoppable, untilSec(transition, stoppable, planned, latestSec));
        return false;
    }

    /** Whether it starts as soon as a job could be stopped for it, or jobs are being stopped for it. */
    private boolean hasRoomSoon(Transition transition, JobId job) {
        long soonSec = afterSec(transition, state.config().limits().stopMillis());
        return isStoppedFor(job)
                || state.jobs()
                        .active(job)
                        .filter(planned -> planned.window().startSec() <= soonSec)
                        .isPresent();
    }

    private void reserve(Transition transition, ProposedBooking place) {
        JobRecord job = state.jobs().find(place.job()).orElseThrow();
        var granted = new JobDecision.JobGranted(
                job.id(),
                job.name(),
                job.owner(),
                BookingKind.RESERVATION,
                place.window(),
                job.queue(),
                state.resources().held().of(place.selection()),
                Optional.empty(),
                job.ifLost());
        transition.decide(granted, place.selection());
        state.jobs().active(job.id()).ifPresent(it -> completion.track(transition, it));
    }

    private PreemptionRefusals refusals() {
        return state.transients().refusals();
    }

    /**
     * Returns the time until which the passage of time alone makes no room among jobs other than these: the end of one
     * of them, earlier by the time for which a stopped job is notified in advance. O(bookings).
     */
    private long untilSec(Transition transition, Set<JobId> stoppable, List<JobId> planned, long latestSec) {
        Set<JobId> others = new HashSet<>(planned);
        others.addAll(stoppable);
        long endSec = state.schedule().holdings().bookings().stream()
                .filter(booking -> !others.contains(booking.job()))
                .mapToLong(booking -> booking.window().endSec())
                .filter(end -> end > transition.nowSec())
                .min()
                .orElse(state.schedule().horizon().endSec());
        return endSec - (latestSec - transition.nowSec());
    }

    /** Whether a job is being stopped for it. */
    private boolean isStoppedFor(JobId job) {
        return state.jobs().stopping().stream().anyMatch(it -> it.detail().equals(reason(job)));
    }

    private static String reason(JobId job) {
        return "it makes room for job " + job + ", which is more urgent";
    }

    private static long afterSec(Transition transition, long millis) {
        return transition.nowSec() + Math.max(1, Math.ceilDiv(millis, 1000));
    }

    /** When all of these are gone. */
    private static long lastOf(List<Candidate> these) {
        return these.stream().mapToLong(Candidate::untilSec).max().orElseThrow();
    }

    private static List<JobId> jobs(List<Candidate> these, BitSet set) {
        return set.stream().mapToObj(i -> these.get(i).job.id()).toList();
    }

    private List<Candidate> candidates(Transition transition, Preemption rule, int urgency, List<JobRecord> these) {
        return these.stream()
                .filter(it -> isLess(it, urgency))
                .flatMap(it -> candidate(transition, rule, it).stream())
                .toList();
    }

    /** Whether one runs, and not just its epilog, in the queue's resources and with no others, and is less urgent. */
    private boolean isLess(JobRecord job, int urgency) {
        return job.submission().filter(it -> it.urgency() < urgency).isPresent()
                && !isPromised(job)
                && job.state() == JobState.RUNNING
                && !completion.isInEpilog(job.id())
                && state.origins().grownFor(job.id()).isEmpty()
                && state.reservations().timeOf(job.id()).isEmpty();
    }

    /** Whether the end of a job is promised, since its queue books at submission. */
    private boolean isPromised(JobRecord job) {
        return state.submitted()
                .jobspecOf(job.id())
                .filter(jobspec -> BookedJobs.isBookedAtSubmission(state, jobspec))
                .isPresent();
    }

    /** Empty for one that may not be stopped, or would end by itself by then. */
    private Optional<Candidate> candidate(Transition transition, Preemption rule, JobRecord job) {
        Optional<Conditions> conditions = state.submitted().jobspecOf(job.id()).map(Conditions::of);
        boolean goesOn = rule.mode() == Preemption.Mode.REQUEUE
                && conditions.filter(it -> it.checkpoint().isPresent()).isPresent();
        long untilSec = afterSec(transition, completion.graceMillis(job.id(), then(rule)));
        if (!rule.isVictim(conditions.flatMap(Conditions::preemptible), goesOn)
                || job.window().endSec() <= untilSec) {
            return Optional.empty();
        }
        long ranSec = Math.max(0, transition.nowSec() - job.window().startSec());
        long lostSec = goesOn ? Math.min(ranSec, untilSec - transition.nowSec()) : ranSec;
        int urgency = job.submission().orElseThrow().urgency();
        return Optional.of(new Candidate(job, urgency, lostSec * cores(job.id()), untilSec));
    }

    private static JobState then(Preemption rule) {
        return switch (rule.mode()) {
            case REQUEUE -> JobState.PENDING;
            case CANCEL -> JobState.CANCELLED;
        };
    }

    /** How many it has for itself; one where there is no such thing. */
    private long cores(JobId job) {
        return Math.max(1, HeldCount.of(state.schedule(), job).cores());
    }

    /**
     * Returns the place that the job would get from that time on without these jobs; empty where that is too late for
     * its deadline.
     */
    private Optional<ProposedBooking> found(WaitingJob job, List<JobId> planned, List<JobId> victims, long atSec) {
        refusals().looked();
        Jobspec jobspec = state.submitted().jobspecOf(job.id()).orElseThrow();
        if (atSec > JobLifecycle.lastStartSec(state, jobspec)) {
            return Optional.empty();
        }
        List<JobId> without = Stream.concat(planned.stream(), victims.stream()).toList();
        try {
            return plans.without(without, () -> state.resources().matcher().findAt(jobspec, atSec))
                            instanceof MatchResult.Reserved(Selection selection, TimeWindow window)
                    ? Optional.of(new ProposedBooking(job.id(), window, selection))
                    : Optional.empty();
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }

    private ProposedBooking stop(
            Transition transition,
            Preemption rule,
            WaitingJob job,
            List<Candidate> victims,
            List<JobId> planned,
            long atSec) {
        List<JobId> stopped = victims.stream().map(it -> it.job.id()).toList();
        ProposedBooking place = found(job, planned, stopped, atSec).orElseThrow();
        List<JobId> inTheWay = inTheWay(job, place, planned);
        JobState then = then(rule);
        for (Candidate victim : victims) {
            JobId id = victim.job.id();
            transition.decide(
                    new JobDecision.JobStopping(id, then, reason(job.id()), OptionalLong.of(victim.untilSec)));
            completion.stopProcesses(transition, victim.job, then);
        }
        for (JobId other : inTheWay) {
            completion.forget(other);
            transition.decide(new JobDecision.JobUnplanned(other));
        }
        return place;
    }

    /**
     * Returns, of the jobs for which something is planned, the job itself and those for which a part of this place is
     * planned while the job would have it.
     */
    private List<JobId> inTheWay(WaitingJob job, ProposedBooking place, List<JobId> planned) {
        Holdings holdings = state.schedule().holdings();
        return planned.stream()
                .filter(other -> other.equals(job.id())
                        || (holdings.booking(other).orElseThrow().window().overlaps(place.window())
                                && holdings.hasOf(other, place.selection())))
                .toList();
    }
}
