package io.banyan.match.explain;

import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.Availability;
import io.banyan.match.ConstraintConditions;
import io.banyan.match.Demand;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.Variants;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Explains why a jobspec starts now or does not. It asks the same matcher as a match does, so that it says "now" if and
 * only if {@link MatchOperation#ALLOCATE} would find resources, and names the time that {@link
 * MatchOperation#ALLOCATE_ORELSE_RESERVE} would reserve.
 *
 * <p>It changes nothing. It costs two matches, one walk over the graph (O(V x demands + holds)) and at most {@link
 * SmallChanges#MAX_TRIALS} matches of changed requests, which together visit at most {@link SmallChanges#MAX_VISITS}
 * vertices before the last: much more than a match, and meant for people who ask. {@link #MAX_ALTERNATIVES} and {@link
 * #MAX_WALKED} limit the explained alternatives of a jobspec ({@code xor_slot}). For the thread that owns the schedule.
 */
public final class Explainer {

    /** The maximum number of alternatives that are described. */
    static final int MAX_ALTERNATIVES = 8;

    /** The number of walked vertices after which no further alternative is explained. */
    static final long MAX_WALKED = 5_000_000;

    private final Schedule schedule;
    private final Matcher matcher;

    /** Creates an explainer for a matcher with this policy and of this kind. */
    public Explainer(Schedule schedule, MatchPolicy policy, TraverserKind kind) {
        this.schedule = schedule;
        this.matcher = new Matcher(schedule, policy, kind);
    }

    /**
     * Explains the result for a jobspec.
     *
     * @param nowSec the present
     * @throws JobspecException where the jobspec contradicts itself, as {@link Matcher#match} does
     */
    public Explanation explain(Jobspec jobspec, long nowSec) throws JobspecException {
        Explanation.Start start = start(jobspec, nowSec);
        if (!schedule.horizon().contains(new TimeWindow(nowSec, nowSec + 1))) {
            return new Explanation(nowSec, start, List.of(), 0, List.of());
        }
        List<Variants.Variant> variants = Variants.of(jobspec.resources());
        List<Demand.Primed> requests = matcher.variants(jobspec);
        var alternatives = new ArrayList<Explanation.Alternative>();
        int told = Math.min(variants.size(), mostTold());
        for (int i = 0; i < told; i++) {
            List<Explanation.Level> levels = levels(jobspec, requests.get(i), nowSec);
            alternatives.add(new Explanation.Alternative(variants.get(i).chosen(), levels));
        }
        List<Explanation.Change> changes = start instanceof Explanation.Start.Now
                ? List.of()
                : SmallChanges.of(matcher, schedule, jobspec, alternatives, nowSec);
        return new Explanation(nowSec, start, alternatives, variants.size() - told, changes);
    }

    private int mostTold() {
        long walks = MAX_WALKED / Math.max(1, schedule.graph().vertexBound());
        return Math.clamp(walks, 1, MAX_ALTERNATIVES);
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

    private List<Explanation.Level> levels(Jobspec jobspec, Demand.Primed request, long nowSec)
            throws JobspecException {
        long asked = jobspec.attributes().durationSec();
        long durationSec = asked == 0 ? schedule.horizon().durationSec() : asked;
        TimeWindow window =
                TimeWindow.startingAt(nowSec, durationSec, schedule.horizon().endSec());
        Availability availability = Availability.during(schedule, Optional.empty(), window, true);
        ConstraintConditions conditions =
                ConstraintConditions.of(jobspec.attributes().constraint());
        var findings = new Findings(schedule.graph(), request.all);
        matcher.observe(jobspec, request, availability, pruning -> {
            var judge = new Judge(schedule, availability, pruning, conditions, findings);
            return request.each
                    ? new SiblingsCensus(schedule, findings, judge)
                    : new Census(schedule, request, findings, judge);
        });
        return new CensusReport(schedule, request, availability, findings).levels(window);
    }
}
