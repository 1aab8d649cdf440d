package io.banyan.match;

import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.Booking;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Looks for changes of a request each of which alone would let it start now, by matching what it would be. A count or a
 * duration is bisected, since less is never harder to find; the answer itself was tried in any case.
 */
final class SmallChanges {

    /** Matches that are tried for one explanation; then the search ends with what it has. */
    static final int MAX_TRIALS = 200;

    /** Vertices that they may visit together, so that the thread that owns a large graph is not kept for long. */
    static final long MAX_VISITS = 5_000_000;

    private final Matcher matcher;
    private final Schedule schedule;
    private final Jobspec jobspec;
    private final long nowSec;
    private final List<Explanation.Change> changes = new ArrayList<>();
    private int trials;
    private long visits;

    private SmallChanges(Matcher matcher, Schedule schedule, Jobspec jobspec, long nowSec) {
        this.matcher = matcher;
        this.schedule = schedule;
        this.jobspec = jobspec;
        this.nowSec = nowSec;
    }

    /** The changes: fewer of one requirement, without one condition, shorter. */
    static List<Explanation.Change> of(Matcher matcher, Schedule schedule, Jobspec jobspec, long nowSec)
            throws JobspecException {
        var search = new SmallChanges(matcher, schedule, jobspec, nowSec);
        search.fewer(jobspec.resources(), "", List.of());
        search.without();
        search.shorter();
        return search.changes;
    }

    /** Bisects each count of a list in turn, and of what is below; the path leads to the list, by position. */
    private void fewer(List<Resource> list, String place, List<Integer> path) throws JobspecException {
        for (int i = 0; i < list.size(); i++) {
            Resource resource = list.get(i);
            var here = new ArrayList<>(path);
            here.add(i);
            String name = place.isEmpty()
                    ? resource.type().name()
                    : place + "/" + resource.type().name();
            long least = resource.count().operator() == Count.Operator.POWER ? 2 : 1;
            long to = most(least, resource.count().min() - 1, count -> with(count, here));
            if (to > 0) {
                changes.add(new Explanation.Change.Fewer(name, resource.count().min(), to));
            }
            fewer(resource.with(), name, here);
        }
    }

    private void without() throws JobspecException {
        Constraint constraint = jobspec.attributes().constraint();
        Conditions conditions = Conditions.of(constraint);
        for (int i = 0; i < conditions.all().size(); i++) {
            if (starts(with(attributes(jobspec.attributes().durationSec(), conditions.without(i))))) {
                changes.add(new Explanation.Change.Without(
                        Conditions.text(conditions.all().get(i))));
            }
        }
    }

    /** Only the time until something is reserved for others can be long enough when the whole is not. */
    private void shorter() throws JobspecException {
        long asked = jobspec.attributes().durationSec();
        long limit = asked == 0 ? Long.MAX_VALUE : asked;
        long[] durations = schedule.holdings().bookings().stream()
                .map(Booking::window)
                .mapToLong(TimeWindow::startSec)
                .filter(start -> start > nowSec && start - nowSec < limit)
                .map(start -> start - nowSec)
                .sorted()
                .distinct()
                .toArray();
        Constraint constraint = jobspec.attributes().constraint();
        long longest =
                most(1, durations.length, position -> with(attributes(durations[(int) position - 1], constraint)));
        if (longest > 0) {
            changes.add(new Explanation.Change.Shorter(asked, durations[(int) longest - 1]));
        }
    }

    /** The greatest of these numbers with which the request starts now, or 0. */
    private long most(long least, long greatest, LongFunction<Jobspec> changed) throws JobspecException {
        if (greatest < least || !starts(changed.apply(least))) {
            return 0;
        }
        long good = least;
        long bad = greatest + 1;
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
        if (trials >= MAX_TRIALS || visits >= MAX_VISITS) {
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

    private Jobspec with(long min, List<Integer> path) {
        return new Jobspec(
                jobspec.version(), changed(jobspec.resources(), path, min), jobspec.tasks(), jobspec.attributes());
    }

    private static List<Resource> changed(List<Resource> list, List<Integer> path, long min) {
        var changed = new ArrayList<>(list);
        int at = path.getFirst();
        Resource old = list.get(at);
        boolean here = path.size() == 1;
        Count count = !here
                ? old.count()
                : old.count().isExact()
                        ? Count.exactly(min)
                        : new Count(
                                min,
                                old.count().max(),
                                old.count().operator(),
                                old.count().operand());
        List<Resource> with = here ? old.with() : changed(old.with(), path.subList(1, path.size()), min);
        changed.set(at, old.withCount(count).with(old.type(), with));
        return changed;
    }
}
