package io.banyan.instance;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.Probe;
import io.banyan.instance.hierarchy.Children;
import io.banyan.instance.hierarchy.DelayedStarts;
import io.banyan.instance.hierarchy.Grows;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobSelection;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.resource.JobId;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The instance described: for its parent, for the tree and in numbers. */
final class InstanceReports {
    private final InstanceState state;
    private final Children children;
    private final Grows grows;
    private final CountedMatcher matching;
    private final Probe probe;
    private final ResourceOrigins parts;

    InstanceReports(InstanceState state, Children children, Grows grows, CountedMatcher matching, Probe probe) {
        this.state = state;
        this.children = children;
        this.grows = grows;
        this.matching = matching;
        this.probe = probe;
        this.parts = new ResourceOrigins(state);
    }

    /** The figures of this instance and, as far as heartbeats reported them, of all instances below it. */
    InstanceSummary summary() {
        InstanceConfig config = state.config();
        List<InstanceSummary> below = children.summaries();
        return new InstanceSummary(
                state.path(),
                config.name(),
                config.address(),
                ChildState.LIVE,
                amounts(),
                parts.of(below),
                state.origins().external(),
                (int) state.jobs().active().stream()
                        .filter(job -> job.state() != JobState.RESERVED)
                        .count(),
                grows.size(),
                below);
    }

    Statistics statistics(long nowSec, boolean counted) {
        boolean isJoined = state.isJoined();
        return new Statistics(
                state.path(),
                state.config().name(),
                isJoined ? state.resources().graph().vertexCount() : 0,
                isJoined ? state.resources().graph().edgeCount() : 0,
                amounts(),
                state.jobs().counts(),
                matching.attempts(),
                matching.found(),
                grows.replies().granted(),
                grows.replies().refused(),
                grows.size(),
                state.returns().pending().size(),
                state.clearings().pending().size(),
                state.returns().open().all(state.path()),
                isJoined
                        ? state.schedule().touched() + state.resources().graph().touched()
                        : 0,
                matching.times(),
                probe.memoryBytes(),
                counted && isJoined ? Optional.of(new GraphCount(state.schedule()).at(nowSec)) : Optional.empty());
    }

    /** Returns the amounts of the types that the root tracks, so that the cost is O(types). */
    private Map<String, Amount> amounts() {
        Map<String, Amount> amounts = new TreeMap<>();
        if (!state.isJoined()) {
            return amounts;
        }
        Aggregates aggregates = state.schedule().aggregates();
        int root = aggregates.root();
        if (root < 0 || !aggregates.isInterior(root)) {
            return amounts;
        }
        for (int type : aggregates.trackedTypes(root)) {
            String name = state.resources().graph().types().name(type);
            long total = state.schedule().holdings().total(name);
            if (total > 0) {
                amounts.put(name, new Amount(total, state.schedule().holdings().free(name)));
            }
        }
        return amounts;
    }

    private static boolean holdsNow(JobRecord job) {
        return job.state().isActive() && job.state() != JobState.RESERVED;
    }

    /** The jobs behind a number that a selection can have, in the order of their numbers. */
    private Stream<JobRecord> candidates(JobRead.Jobs request) {
        JobSelection selection = request.selection();
        if (selection.isByIdOnly() && selection.ids().size() < state.jobs().size()) {
            return selection
                    .ids()
                    .longs()
                    .filter(id -> id > request.after())
                    .mapToObj(JobId::new)
                    .flatMap(id -> state.jobs().find(id).stream());
        }
        return request.ended()
                ? state.jobs().after(request.after())
                : state.jobs().unfinishedAfter(request.after());
    }

    /** How many jobs ended then or later, of those that are remembered. O(their number). */
    long ended(long sinceSec, Predicate<JobRecord> isSeen) {
        return state.jobs().endedSince(sinceSec).filter(isSeen).count();
    }

    /**
     * How many jobs are in which state. O(jobs that are remembered), or O(ids) where jobs are named by their ids alone.
     */
    Map<JobState, Long> counts(JobSelection selection, Predicate<JobRecord> isSeen) {
        Map<JobState, Long> counts = new EnumMap<>(JobState.class);
        String usualQueue = state.submitted().book().queues().usualName();
        candidates(new JobRead.Jobs(selection, true, false, JobRead.Reasons.NONE, 0, 0, 0))
                .filter(job -> selection.has(job, usualQueue))
                .filter(job -> state.reservations().bookedUnder(job.id()).isEmpty())
                .filter(isSeen)
                .forEach(job -> counts.merge(job.state(), 1L, Long::sum));
        return counts;
    }

    /**
     * The jobs that have not ended, and that this one may see, but does not own. A user sees no jobs of others.
     * O(owners).
     */
    JobAnswer.OtherJobs others(Principal asker) {
        if (asker.role() == Role.USER) {
            return new JobAnswer.OtherJobs(0, List.of());
        }
        SortedMap<String, Long> byOwner = state.jobs().unfinishedByOwner();
        byOwner.remove(asker.name());
        return JobAnswer.OtherJobs.of(byOwner);
    }

    /**
     * Jobs of the table, in the order of their numbers; of a page one more than it has, where there are more. Looks at
     * jobs behind the page before until the page is full, or at all of them, or at as many as ids where jobs are named
     * by their ids. Ended jobs are looked at only where they are asked for.
     */
    List<JobRecord> jobs(JobRead.Jobs request, Predicate<JobRecord> isSeen, long nowSec) {
        String usualQueue = state.submitted().book().queues().usualName();
        Stream<JobRecord> wanted = candidates(request)
                .filter(job -> request.ended() || !job.state().isOver())
                .filter(job -> request.selection().has(job, usualQueue))
                .filter(job -> request.selection().reservations()
                        || state.reservations().bookedUnder(job.id()).isEmpty())
                .filter(isSeen)
                .limit(request.page() == 0 ? Long.MAX_VALUE : request.page() + 1L);
        if (request.most() > 0) {
            Map<Boolean, List<JobRecord>> byHolding =
                    wanted.collect(Collectors.partitioningBy(InstanceReports::holdsNow));
            wanted = byHolding.values().stream().flatMap(jobs -> jobs.stream().limit(request.most()));
        }
        Map<JobId, TimeWindow> late = new DelayedStarts(state).expected(nowSec);
        return wanted.sorted(Comparator.comparing(JobRecord::id))
                .map(job -> DelayedStarts.seen(job, late))
                .map(job -> request.accounted() ? state.accounts().told(job, nowSec) : job)
                .toList();
    }
}
