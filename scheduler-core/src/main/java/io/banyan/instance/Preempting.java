package io.banyan.instance;

import io.banyan.graph.Selection;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.JobQueue;
import io.banyan.queue.Preemption;
import io.banyan.queue.Sacrifice;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.Holdings;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Has jobs stopped for those that are urgent and find no room. Stopped are only jobs that are less urgent, and only where that makes room: the least urgent, and of these those
 * of which the least work is lost, which is how many cores they have times for how long they have run ({@link Sacrifice} says how well that is met). What they have is planned
 * with from the moment at which they are killed at the latest, so that nobody else comes in between.
 */
final class Preempting {
    /** For so many room is made after one event. */
    private static final int MOST = 4;

    private final InstanceState state;
    private final Endings endings;
    private final Plans plans;

    /** A job that may be stopped. */
    private record Candidate(JobRecord job, int urgency, long lost) {}

    Preempting(InstanceState state, Endings endings) {
        this.state = state;
        this.endings = endings;
        this.plans = new Plans(state);
    }

    /**
     * After a look at the queue. Returns whether somebody is stopped. O(jobs) and, for each of at most {@link #MOST} jobs, a match for each urgency of those that run and less, and
     * at most {@link Sacrifice#MOST_LOOKS} for the first of which stopping all would help.
     */
    boolean goOn(Turn turn) {
        Preemption rule = state.config().queues().preemption();
        if (rule.isOff()) {
            return false;
        }
        JobQueue queue = state.submitted().queue();
        List<WaitingJob> urgent = Stream.concat(queue.waiting().stream(), queue.withReservation().stream())
                .filter(job -> urgency(job.id()) >= rule.urgency())
                .filter(job -> !queue.isStopped(job.claim().queue())
                        && queue.excess(job).isEmpty())
                .sorted()
                .limit(MOST)
                .toList();
        boolean isAny = false;
        for (WaitingJob job : urgent) {
            isAny |= makeRoom(turn, rule, job);
        }
        return isAny;
    }

    private int urgency(JobId job) {
        return state.jobs()
                .find(job)
                .flatMap(JobRecord::submission)
                .map(Submission::urgency)
                .orElse(0);
    }

    private boolean makeRoom(Turn turn, Preemption rule, WaitingJob job) {
        long atSec =
                turn.nowSec() + Math.max(1, Math.ceilDiv(state.config().limits().stopMillis(), 1000));
        boolean hasRoom = state.jobs()
                .active(job.id())
                .filter(planned -> planned.window().startSec() <= atSec)
                .isPresent();
        List<Candidate> candidates = hasRoom ? List.of() : candidates(rule, urgency(job.id()), atSec, turn.nowSec());
        List<JobId> planned = state.submitted().queue().withReservation().stream()
                .filter(other -> other.compareTo(job) >= 0)
                .map(WaitingJob::id)
                .toList();
        boolean isPlanned = state.schedule().horizon().contains(atSec);
        if (candidates.isEmpty()
                || !isPlanned
                || found(job, planned, List.of(), atSec).isPresent()) {
            return false;
        }
        for (int most : candidates.stream()
                .mapToInt(Candidate::urgency)
                .sorted()
                .distinct()
                .toArray()) {
            List<Candidate> these =
                    candidates.stream().filter(it -> it.urgency <= most).toList();
            long[] costs = these.stream().mapToLong(Candidate::lost).toArray();
            Optional<List<Integer>> chosen = Sacrifice.choose(
                    costs, set -> found(job, planned, jobs(these, set), atSec).isPresent());
            if (chosen.isPresent()) {
                stop(turn, rule, job, chosen.get().stream().map(these::get).toList(), planned, atSec);
                return true;
            }
        }
        return false;
    }

    private static List<JobId> jobs(List<Candidate> these, BitSet set) {
        return set.stream().mapToObj(i -> these.get(i).job.id()).toList();
    }

    private List<Candidate> candidates(Preemption rule, int urgency, long atSec, long nowSec) {
        List<Candidate> candidates = new ArrayList<>();
        for (JobRecord job : state.jobs().active()) {
            boolean isLess =
                    job.submission().filter(it -> it.urgency() < urgency).isPresent();
            if (isLess && isStoppable(rule, job, atSec)) {
                long ran = Math.max(0, nowSec - job.window().startSec());
                candidates.add(new Candidate(job, job.submission().orElseThrow().urgency(), ran * cores(job.id())));
            }
        }
        return candidates;
    }

    /** One that would end by itself by then need not be stopped. */
    private boolean isStoppable(Preemption rule, JobRecord job, long atSec) {
        return job.state() == JobState.RUNNING
                && !job.isInstance()
                && job.window().endSec() > atSec
                && state.reservations().timeOf(job.id()).isEmpty()
                && state.origins().grownFor(job.id()).isEmpty()
                && rule.isVictim(state.submitted()
                        .jobspecOf(job.id())
                        .flatMap(jobspec -> Conditions.of(jobspec).preemptible()));
    }

    /** How many it has for itself; one where there is no such thing. */
    private long cores(JobId job) {
        int core = state.resources().graph().types().id(new ResourceType("core"));
        Selection held = state.schedule().holdings().selection(job);
        return Math.max(
                1,
                IntStream.range(0, held.size())
                        .filter(i ->
                                held.exclusive(i) && state.resources().graph().typeId(held.vertex(i)) == core)
                        .mapToLong(held::amount)
                        .sum());
    }

    /** What there would be for it without these, from then on. */
    private Optional<Plans.Place> found(WaitingJob job, List<JobId> planned, List<JobId> victims, long atSec) {
        Jobspec jobspec = state.submitted().jobspecOf(job.id()).orElseThrow();
        List<JobId> without = Stream.concat(planned.stream(), victims.stream()).toList();
        try {
            return plans.without(without, () -> state.resources().matcher().matchAt(jobspec, atSec))
                            instanceof MatchResult.Reserved(Selection selection, TimeWindow window)
                    ? Optional.of(new Plans.Place(job.id(), window, selection))
                    : Optional.empty();
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }

    private void stop(
            Turn turn, Preemption rule, WaitingJob job, List<Candidate> victims, List<JobId> planned, long atSec) {
        List<JobId> stopped = victims.stream().map(it -> it.job.id()).toList();
        Plans.Place place = found(job, planned, stopped, atSec).orElseThrow();
        List<JobId> inTheWay = inTheWay(job, place, planned);
        JobState then = switch (rule.mode()) {
            case REQUEUE -> JobState.PENDING;
            case CANCEL -> JobState.CANCELLED;
        };
        for (JobId id : stopped) {
            turn.decide(new JobDecision.JobStopping(
                    id, then, "it makes room for job " + job.id() + ", which is more urgent", OptionalLong.of(atSec)));
            turn.add(new Effect.StopJob(id, state.config().limits().stopMillis()));
        }
        for (JobId other : inTheWay) {
            endings.forget(other);
            turn.decide(new JobDecision.JobUnplanned(other));
        }
    }

    /** Of those for whom something is planned, itself and those for whom some of this is, while it would have it. */
    private List<JobId> inTheWay(WaitingJob job, Plans.Place place, List<JobId> planned) {
        Holdings holdings = state.schedule().holdings();
        Selection selection = place.selection();
        return planned.stream()
                .filter(other -> other.equals(job.id())
                        || (holdings.booking(other).orElseThrow().window().overlaps(place.window())
                                && IntStream.range(0, selection.size())
                                        .anyMatch(i -> holdings.holds(other, selection.vertex(i)))))
                .toList();
    }
}
