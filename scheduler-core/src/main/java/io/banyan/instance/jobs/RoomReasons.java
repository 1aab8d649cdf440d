package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.match.policy.MatchOperation;
import io.banyan.queue.RequestShape;
import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The reasons why there is no room now for waiting jobs. Jobs with equal requests share one answer, and bookings are
 * removed from the schedule only once per answer: a job's own reservation, and the times of advance reservations once
 * for all. First all jobs are registered, then {@link #answer} computes the answers, then {@link #of} returns them.
 */
public final class RoomReasons {
    /** The most answers for pending jobs. */
    static final int MOST_PENDING = 100;

    /** The most answers for reserved jobs, each of which takes a booking off the schedule and puts it back. */
    public static final int MOST_RESERVED = 10;

    private final InstanceState state;
    private final Plans plans;
    private final long nowSec;
    private final Map<Asked, Question> questions = new LinkedHashMap<>();
    private final Map<JobId, Asked> askedBy = new HashMap<>();
    private final Map<Asked, WaitReason> answers = new HashMap<>();
    private int pending;
    private int reserved;

    /** The properties that jobs with a shared answer have in common. */
    private record Asked(RequestShape shape, long amount, long durationSec, boolean isReserved) {}

    /**
     * The question to answer.
     *
     * @param own the job whose own reservation does not count as an obstacle; empty for a job without one
     */
    private record Question(Jobspec jobspec, List<JobId> own) {}

    RoomReasons(InstanceState state, Plans plans, long nowSec) {
        this.state = state;
        this.plans = plans;
        this.nowSec = nowSec;
    }

    /** About a job that holds nothing. O(its jobspec). */
    void ask(JobId job) {
        Asked asked = asked(job, false);
        if (!questions.containsKey(asked) && pending < MOST_PENDING) {
            pending++;
            questions.put(asked, new Question(jobspec(job), List.of()));
        }
        askedBy.put(job, asked);
    }

    /**
     * About a job that has a reservation, which does not keep it from starting now. Nothing where it has none any more.
     * O(its jobspec).
     */
    void askReserved(JobId job) {
        if (state.schedule().holdings().booking(job).isEmpty()) {
            return;
        }
        Asked asked = asked(job, true);
        if (!questions.containsKey(asked) && reserved < MOST_RESERVED) {
            reserved++;
            questions.put(asked, new Question(jobspec(job), List.of(job)));
        }
        askedBy.put(job, asked);
    }

    private Asked asked(JobId job, boolean isReserved) {
        Jobspec jobspec = jobspec(job);
        return new Asked(
                RequestShape.of(jobspec),
                RequestShape.amount(jobspec),
                jobspec.attributes().durationSec(),
                isReserved);
    }

    private Jobspec jobspec(JobId job) {
        return state.submitted().jobspecOf(job).orElseThrow();
    }

    /** Finds out all that was asked. O(questions x (match + own bookings) + bookings of advance reservations). */
    void answer() {
        Map<Asked, Selection> kept = withoutReservations();
        questions.forEach((asked, question) -> {
            WaitReason why = Optional.ofNullable(kept.get(asked))
                    .flatMap(selection -> keptFor(selection, asked.durationSec()))
                    .orElseGet(() -> new WaitReason.Resources(reasons(question)));
            // A reserved job for which nothing lacks waits for its time.
            if (!asked.isReserved() || !why.equals(new WaitReason.Resources(List.of()))) {
                answers.put(asked, why);
            }
        });
    }

    /** Why there is no room for a job that was asked about; empty where that was not found out. */
    Optional<WaitReason> of(JobId job) {
        return Optional.ofNullable(askedBy.get(job)).map(answers::get);
    }

    /**
     * Returns the resources that jobs would get now if nothing were kept for advance reservations, where any of these
     * has begun before a job would have ended.
     */
    private Map<Asked, Selection> withoutReservations() {
        List<Asked> inReach = questions.keySet().stream()
                .filter(asked -> times(asked.durationSec()).findAny().isPresent())
                .toList();
        if (inReach.isEmpty()) {
            return Map.of();
        }
        List<JobId> times = times(0).map(JobRecord::id).toList();
        return plans.without(times, () -> {
            Map<Asked, Selection> found = new HashMap<>();
            for (Asked asked : inReach) {
                Question question = Objects.requireNonNull(questions.get(asked), "asked");
                if (match(question, MatchOperation.ALLOCATE) instanceof MatchResult.Allocated allocated) {
                    found.put(asked, allocated.selection());
                }
            }
            return found;
        });
    }

    /**
     * The times of advance reservations that begin before a job would have ended that starts now; all for a job without
     * an end.
     */
    private Stream<JobRecord> times(long durationSec) {
        return state.reservations().times().stream()
                .flatMap(time -> state.jobs().active(time).stream())
                .filter(time -> durationSec == 0 || time.window().startSec() < nowSec + durationSec);
    }

    /** The first advance reservation to which some of these resources belong. */
    private Optional<WaitReason> keptFor(Selection selection, long durationSec) {
        return times(durationSec)
                .filter(time -> state.schedule().holdings().hasOf(time.id(), selection))
                .findFirst()
                .map(time -> new WaitReason.Kept(time.name(), time.window().endSec()));
    }

    private List<Reason> reasons(Question question) {
        return switch (match(question, MatchOperation.WITHOUT_ALLOCATING)) {
            case MatchResult.Busy busy -> busy.reasons();
            case MatchResult.Unsatisfiable never -> never.reasons();
            case MatchResult.Allocated it -> List.of();
            case MatchResult.Reserved it -> List.of();
            case MatchResult.Matched it -> List.of();
            case MatchResult.Satisfiable it -> List.of();
        };
    }

    private MatchResult match(Question question, MatchOperation operation) {
        try {
            return plans.without(
                    question.own(), () -> state.resources().matcher().match(question.jobspec(), operation, nowSec));
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }
}
