package io.banyan.match.explain;

import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.ConstraintConditions;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.RequestCheck;
import io.banyan.match.RequirementNames;
import io.banyan.match.policy.MatchOperation;
import io.banyan.schedule.Booking;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * Searches changes of a request each of which alone would let it start now, by matching the changed request. A count or
 * a duration is bisected, because a smaller request is never harder to satisfy, except for ranges with steps; the
 * returned change itself was always matched.
 */
final class SmallChanges {

    /** Matches that are tried for one explanation; then the search ends with the changes found so far. */
    static final int MAX_TRIALS = 200;

    /**
     * Matches that are tried for one explanation of a request that is shared out among siblings, whose matches cost
     * more than their visits say.
     */
    static final int MAX_SIBLINGS_TRIALS = 60;

    /** Vertices that they may visit together, so that the thread that owns a large graph is not kept for long. */
    static final long MAX_VISITS = 5_000_000;

    /**
     * Lesser minima that are tried one by one for a range that goes by steps; then the range is bisected as others are.
     */
    private static final int MAX_STEPS = 50;

    private final Matcher matcher;
    private final Schedule schedule;
    private final Jobspec jobspec;
    private final long nowSec;
    private final List<Explanation.Change> changes = new ArrayList<>();
    private final int mostTrials;
    private int trials;
    private long visits;

    private SmallChanges(Matcher matcher, Schedule schedule, Jobspec jobspec, long nowSec) {
        this.matcher = matcher;
        this.schedule = schedule;
        this.jobspec = jobspec;
        this.nowSec = nowSec;
        boolean siblings = RequestCheck.wantsEach(jobspec.attributes().extensions());
        this.mostTrials = siblings ? MAX_SIBLINGS_TRIALS : MAX_TRIALS;
    }

    /**
     * The changes: fewer of one requirement, without one condition of the constraint or of a resource's {@code
     * requires}, shorter.
     *
     * @param alternatives the findings on each requirement, with which the search for fewer begins
     */
    static List<Explanation.Change> of(
            Matcher matcher,
            Schedule schedule,
            Jobspec jobspec,
            List<Explanation.Alternative> alternatives,
            long nowSec)
            throws JobspecException {
        var search = new SmallChanges(matcher, schedule, jobspec, nowSec);
        // The findings on alternatives are not listed by the places of the jobspec.
        List<Explanation.Level> levels =
                alternatives.size() == 1 ? alternatives.getFirst().levels() : List.of();
        search.fewer(jobspec.resources(), levels, "", List.of());
        search.without();
        search.withoutRequired(jobspec.resources(), "", List.of());
        search.shorter();
        return search.changes;
    }

    /** Bisects each count of a list in turn, and those below; the path leads to the list, by position. */
    private void fewer(List<Resource> list, List<Explanation.Level> levels, String place, List<Integer> path)
            throws JobspecException {
        List<String> names = RequirementNames.names(list);
        for (int i = 0; i < list.size(); i++) {
            Resource resource = list.get(i);
            // Draws have no level.
            boolean known = levels.size() == list.size();
            long found = known ? levels.get(i).best() : 0;
            List<Integer> here = longer(path, i);
            String name = RequirementNames.below(place, names.get(i));
            long to = fewer(resource.count(), found, min -> with(here, old -> old.withCount(from(old.count(), min))));
            if (to > 0) {
                changes.add(new Explanation.Change.Fewer(name, resource.count().min(), to));
            }
            fewer(resource.with(), known ? levels.get(i).below() : List.of(), name, here);
        }
    }

    /** Where a range goes by steps, a lesser minimum leads to other steps and may take more. */
    private long fewer(Count count, long found, LongFunction<Jobspec> changed) throws JobspecException {
        long least = count.operator() == Count.Operator.POWER ? 2 : 1;
        long min = count.min() - 1;
        boolean plain = count.isExact() || (count.operator() == Count.Operator.ADD && count.operand() == 1);
        for (int tried = 0; !plain && tried < MAX_STEPS && min >= least; tried++, min--) {
            if (starts(changed.apply(min))) {
                return min;
            }
        }
        return most(least, min, found, changed);
    }

    private void without() throws JobspecException {
        Constraint constraint = jobspec.attributes().constraint();
        ConstraintConditions conditions = ConstraintConditions.of(constraint);
        for (int i = 0; i < conditions.all().size(); i++) {
            if (starts(with(attributes(jobspec.attributes().durationSec(), conditions.without(i))))) {
                changes.add(new Explanation.Change.Without(
                        ConstraintConditions.text(conditions.all().get(i))));
            }
        }
    }

    /** Tries the request without each condition that a single resource requires. */
    private void withoutRequired(List<Resource> list, String place, List<Integer> path) throws JobspecException {
        List<String> names = RequirementNames.names(list);
        for (int i = 0; i < list.size(); i++) {
            Resource resource = list.get(i);
            List<Integer> here = longer(path, i);
            String name = RequirementNames.below(place, names.get(i));
            ConstraintConditions conditions = ConstraintConditions.of(resource.requires());
            for (int k = 0; k < conditions.all().size(); k++) {
                Constraint others = conditions.without(k);
                if (starts(with(here, old -> old.requiring(others)))) {
                    String condition =
                            ConstraintConditions.text(conditions.all().get(k));
                    changes.add(new Explanation.Change.WithoutRequired(name, condition));
                }
            }
            withoutRequired(resource.with(), name, here);
        }
    }

    private static List<Integer> longer(List<Integer> path, int position) {
        var longer = new ArrayList<>(path);
        longer.add(position);
        return longer;
    }

    /** Only the time until something is reserved for others, or all that is planned, can do when the whole does not. */
    private void shorter() throws JobspecException {
        long asked = jobspec.attributes().durationSec();
        long limit = asked == 0 ? Long.MAX_VALUE : asked;
        LongStream untilReserved = schedule.holdings().bookings().stream()
                .map(Booking::window)
                .mapToLong(window -> window.startSec() - nowSec);
        long planned = schedule.horizon().durationSec();
        long[] durations = LongStream.concat(untilReserved, LongStream.of(planned))
                .filter(duration -> duration > 0 && duration < limit && duration <= planned)
                .sorted()
                .distinct()
                .toArray();
        Constraint constraint = jobspec.attributes().constraint();
        long longest =
                most(1, durations.length, 0, position -> with(attributes(durations[(int) position - 1], constraint)));
        if (longest > 0) {
            changes.add(new Explanation.Change.Shorter(asked, durations[(int) longest - 1]));
        }
    }

    /**
     * The greatest of these numbers with which the request starts now, or 0.
     *
     * @param likely where it may well lie: it and the next one are tried first
     */
    private long most(long least, long greatest, long likely, LongFunction<Jobspec> changed) throws JobspecException {
        if (greatest < least) {
            return 0;
        }
        long good = least - 1;
        long bad = greatest + 1;
        if (likely > least && likely <= greatest) {
            if (starts(changed.apply(likely))) {
                good = likely;
                bad = likely < greatest && starts(changed.apply(likely + 1)) ? bad : likely + 1;
            } else {
                bad = likely;
            }
        }
        if (good < least && !starts(changed.apply(least))) {
            return 0;
        }
        good = Math.max(good, least);
        while (bad - good > 1) {
            long middle = good + (bad - good) / 2;
            if (starts(changed.apply(middle))) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return good;
    }

    private boolean starts(Jobspec changed) throws JobspecException {
        if (trials >= mostTrials || visits >= MAX_VISITS) {
            return false;
        }
        trials++;
        MatchResult result = matcher.match(changed, MatchOperation.WITHOUT_ALLOCATING, nowSec);
        visits += matcher.visits().preorder();
        return result instanceof MatchResult.Matched;
    }

    private Jobspec with(Attributes attributes) {
        return new Jobspec(jobspec.version(), jobspec.resources(), jobspec.tasks(), attributes);
    }

    private Attributes attributes(long durationSec, Constraint constraint) {
        Attributes old = jobspec.attributes();
        return new Attributes(
                durationSec, old.queue(), constraint, old.cwd(), old.environment(), old.system(), old.user());
    }

    private Jobspec with(List<Integer> path, UnaryOperator<Resource> change) {
        return new Jobspec(
                jobspec.version(), changed(jobspec.resources(), path, change), jobspec.tasks(), jobspec.attributes());
    }

    private static List<Resource> changed(List<Resource> list, List<Integer> path, UnaryOperator<Resource> change) {
        var changed = new ArrayList<>(list);
        Resource old = list.get(path.getFirst());
        changed.set(
                path.getFirst(),
                path.size() == 1
                        ? change.apply(old)
                        : old.with(old.type(), changed(old.with(), path.subList(1, path.size()), change)));
        return changed;
    }

    /** The count from another minimum on. */
    private static Count from(Count old, long min) {
        return old.isExact() ? Count.exactly(min) : new Count(min, old.max(), old.operator(), old.operand());
    }
}
