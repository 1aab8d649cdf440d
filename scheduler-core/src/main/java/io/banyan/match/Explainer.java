package io.banyan.match;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Optional;

/**
 * Explains why a jobspec starts now or does not. It asks the same matcher as a match does, so that it says "now" if and only
 * if {@link MatchOperation#ALLOCATE} would find resources, and names the time that {@link
 * MatchOperation#ALLOCATE_ORELSE_RESERVE} would reserve.
 *
 * <p>It changes nothing. It costs two matches, one walk over the graph (O(V x demands + holds)) and at most {@link
 * SmallChanges#MAX_TRIALS} matches of changed requests, which together visit at most {@link SmallChanges#MAX_VISITS} vertices
 * before the last: much more than a match, and meant for people who ask. Of a jobspec with alternatives ({@code xor_slot}) the levels are those of the first; one that asks for siblings or
 * nested slots has no levels, since there a vertex can be a candidate of several requirements. For the thread that owns the schedule.
 */
public final class Explainer {

    private final Schedule schedule;
    private final Matcher matcher;

    /** An explainer of what a matcher with this policy and of this kind would do. */
    public Explainer(Schedule schedule, MatchPolicy policy, TraverserKind kind) {
        this.schedule = schedule;
        this.matcher = new Matcher(schedule, policy, kind);
    }

    /**
     * Explains what would become of a jobspec.
     *
     * @param nowSec the present
     * @throws JobspecException where the jobspec contradicts itself, as {@link Matcher#match} does
     */
    public Explanation explain(Jobspec jobspec, long nowSec) throws JobspecException {
        Explanation.Start start = start(jobspec, nowSec);
        if (!schedule.horizon().contains(new TimeWindow(nowSec, nowSec + 1))) {
            return new Explanation(nowSec, start, List.of(), List.of());
        }
        List<Explanation.Level> levels = levels(jobspec, nowSec);
        List<Explanation.Change> changes = start instanceof Explanation.Start.Now
                ? List.of()
                : SmallChanges.of(matcher, schedule, jobspec, levels, nowSec);
        return new Explanation(nowSec, start, levels, changes);
    }

    private Explanation.Start start(Jobspec jobspec, long nowSec) throws JobspecException {
        if (matcher.match(jobspec, MatchOperation.WITHOUT_ALLOCATING, nowSec) instanceof MatchResult.Matched now) {
            return new Explanation.Start.Now(now.window());
        }
        return switch (matcher.match(jobspec, MatchOperation.WITHOUT_ALLOCATING_FUTURE, nowSec)) {
            case MatchResult.Matched later -> new Explanation.Start.Later(later.window());
            case MatchResult.Busy busy -> new Explanation.Start.Blocked(busy.reasons());
            case MatchResult.Unsatisfiable never -> new Explanation.Start.Never(never.reasons());
            case MatchResult.Allocated it -> throw new IllegalStateException("A dry run allocated.");
            case MatchResult.Reserved it -> throw new IllegalStateException("A dry run reserved.");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("A dry run found no time.");
        };
    }

    /** Level by level; nothing where every demand is wanted for itself, since a vertex is then a candidate of several. */
    private List<Explanation.Level> levels(Jobspec jobspec, long nowSec) throws JobspecException {
        long asked = jobspec.attributes().durationSec();
        long durationSec = asked == 0 ? schedule.horizon().durationSec() : asked;
        TimeWindow window =
                TimeWindow.startingAt(nowSec, durationSec, schedule.horizon().endSec());
        Availability availability = Availability.during(schedule, Optional.empty(), window, true);
        Constraint constraint = jobspec.attributes().constraint();
        Demand.Primed request = matcher.variants(jobspec).getFirst();
        if (request.each) {
            return List.of();
        }
        Census census = matcher.observe(
                jobspec,
                request,
                availability,
                pruning -> new Census(schedule, request, availability, pruning, Conditions.of(constraint)));
        return new CensusReport(schedule, request, availability, census).levels(window);
    }
}
