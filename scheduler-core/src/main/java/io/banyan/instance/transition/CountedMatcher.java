package io.banyan.instance.transition;

import io.banyan.instance.config.Probe;
import io.banyan.instance.message.client.MatchRun;
import io.banyan.instance.message.client.MatchTimes;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.Reason;
import io.banyan.match.Visits;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.planner.TimeWindow;
import java.util.List;
import java.util.Optional;

/** Asks the matcher, and counts. */
public final class CountedMatcher {
    private final InstanceState state;
    private final Probe probe;
    private long attempts;
    private long found;
    private MatchTimes times = MatchTimes.NONE;

    /** The result of a match, and its cost. */
    public record Attempt(MatchResult result, MatchRun run) {}

    public CountedMatcher(InstanceState state, Probe probe) {
        this.state = state;
        this.probe = probe;
    }

    public MatchResult match(Jobspec jobspec, MatchOperation operation, long nowSec) throws JobspecException {
        return attempt(jobspec, operation, MatchRules.BANYAN, nowSec).result();
    }

    /** Matches for a caller that needs only success or failure: a refusal has no reasons. */
    public MatchResult find(Jobspec jobspec, MatchOperation operation, long nowSec) throws JobspecException {
        return attempt(nowSec, matcher -> inTime(jobspec, nowSec, matcher.find(jobspec, operation, nowSec)))
                .result();
    }

    /** Matches from a later time on: at that, or the first after it at which there is room. */
    public MatchResult findFrom(Jobspec jobspec, long sec, long nowSec) throws JobspecException {
        return attempt(nowSec, matcher -> inTime(jobspec, sec, matcher.findFrom(jobspec, sec)))
                .result();
    }

    /** Matches by these rules. */
    public Attempt attempt(Jobspec jobspec, MatchOperation operation, MatchRules rules, long nowSec)
            throws JobspecException {
        state.resources().matcher().placing(state.transients().numbers().next());
        return attempt(nowSec, matcher -> switch (rules) {
            case BANYAN -> inTime(jobspec, nowSec, matcher.match(jobspec, operation, nowSec));
            case FLUXION ->
                matcher.matchAsFluxion(
                        jobspec, operation, state.config().match().filters(), nowSec);
        });
    }

    /** A job that says how long it runs is not given less time, because the resources expire before. */
    private MatchResult inTime(Jobspec jobspec, long nowSec, MatchResult result) {
        long durationSec = jobspec.attributes().durationSec();
        if (state.expirationSec().isEmpty() || durationSec == 0) {
            return result;
        }
        long leftSec = state.expirationSec().getAsLong() - nowSec;
        List<Reason> reasons = List.of(
                new Reason("time in seconds", durationSec, Math.max(0, leftSec), "left until the resources expire"));
        return switch (result) {
            case MatchResult.Allocated(var unused, TimeWindow window) ->
                window.durationSec() < durationSec ? new MatchResult.Unsatisfiable(reasons) : result;
            case MatchResult.Matched(var unused, TimeWindow window) ->
                window.durationSec() < durationSec ? new MatchResult.Busy(reasons) : result;
            case MatchResult.Reserved(var unused, TimeWindow window) ->
                window.durationSec() < durationSec ? new MatchResult.Busy(reasons) : result;
            case MatchResult.Satisfiable it -> leftSec < durationSec ? new MatchResult.Unsatisfiable(reasons) : result;
            case MatchResult.Busy it -> result;
            case MatchResult.Unsatisfiable it -> result;
        };
    }

    /**
     * Matches additional resources for an existing job, from now until the end of its booking, which is later than its
     * own end for a job in a reservation.
     */
    public MatchResult more(Jobspec jobspec, JobRecord job, long nowSec) throws JobspecException {
        TimeWindow booked =
                state.schedule().holdings().booking(job.id()).orElseThrow().window();
        Jobspec rest = lasting(jobspec, Math.max(1, booked.endSec() - nowSec));
        return attempt(nowSec, matcher -> matcher.more(rest, job.id(), nowSec)).result();
    }

    private Attempt attempt(long nowSec, Asked asked) throws JobspecException {
        Matcher matcher = state.resources().matcher();
        long start = probe.nanos();
        MatchResult result = asked.of(matcher);
        long nanos = probe.nanos() - start;
        times = times.and(nanos, attempts);
        attempts++;
        found += isFound(result) ? 1 : 0;
        Visits visits = matcher.visits();
        return new Attempt(
                result, new MatchRun(Optional.empty(), nowSec, nanos, visits.preorder(), visits.postorder()));
    }

    /** The question that the matcher is asked. */
    private interface Asked {
        MatchResult of(Matcher matcher) throws JobspecException;
    }

    public MatchTimes times() {
        return times;
    }

    public long attempts() {
        return attempts;
    }

    public long found() {
        return found;
    }

    private static boolean isFound(MatchResult result) {
        return switch (result) {
            case MatchResult.Allocated it -> true;
            case MatchResult.Reserved it -> true;
            case MatchResult.Matched it -> true;
            case MatchResult.Satisfiable it -> true;
            case MatchResult.Busy it -> false;
            case MatchResult.Unsatisfiable it -> false;
        };
    }

    private static Jobspec lasting(Jobspec jobspec, long durationSec) {
        return jobspec.lasting(Math.min(durationSec, Attributes.MAX_DURATION_SEC));
    }
}
