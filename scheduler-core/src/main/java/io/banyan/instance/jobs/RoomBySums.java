package io.banyan.instance.jobs;

import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.MatchResult;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.queue.Amounts;
import io.banyan.queue.RequestShape;
import io.banyan.queue.WaitingJob;
import io.banyan.schedule.AssumedSums;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The times at which jobs would have room by sums: the free amounts of the whole system, and for a kind of job no more
 * at once than fit on the empty system. The sums do not name resources; if the free resources are fragmented, the time
 * is too early. For one query, whose answers count for each other until they are {@linkplain #undo removed}.
 */
final class RoomBySums {
    /** The most kinds of jobs for which the number that has room at once is determined. */
    private static final int MOST_KINDS = 20;

    private static final long MOST_AT_ONCE = 1 << 20;

    private final InstanceState state;
    private final Schedule schedule;
    private final Map<RequestShape, Kind> kinds = new HashMap<>();
    private final Map<Alike, Long> lastSec = new HashMap<>();
    private final Set<Alike> never = new HashSet<>();
    private final AssumedSums taken;
    private int measured;

    private record Alike(RequestShape shape, long amount, long durationSec) {
        static Alike of(WaitingJob job) {
            return new Alike(job.shape(), job.amount(), job.durationSec());
        }
    }

    private record Stay(TimeWindow window, long amount) {}

    /** The known facts about the jobs of one shape. */
    private static final class Kind {
        final long amount;
        /** The sums that a job of that amount takes, by position of the types that the root counts. */
        final long[] sums;

        final List<Stay> placed = new ArrayList<>();
        /** How many more have room at once, and when; null where that is not known. */
        @Nullable Planner atOnce;

        boolean isMeasured;

        Kind(long amount, long[] sums) {
            this.amount = amount;
            this.sums = sums;
        }
    }

    RoomBySums(InstanceState state) {
        this.state = state;
        this.schedule = state.schedule();
        this.taken = new AssumedSums(schedule);
    }

    /** Whether a match must first determine the resources that a job takes. */
    boolean isStrange(WaitingJob job) {
        return !kinds.containsKey(job.shape()) && !never.contains(Alike.of(job)) && measured < MOST_KINDS;
    }

    /** There is no room for a job at any time. */
    void refused(WaitingJob job) {
        never.add(Alike.of(job));
        measured++;
    }

    /** Returns the free amounts of the root at a time, by position of the types that it counts. */
    long[] left(long sec) {
        Aggregates aggregates = schedule.aggregates();
        var left = new long[aggregates.trackedTypes(aggregates.root()).length];
        for (int i = 0; i < left.length; i++) {
            left[i] = aggregates.freeDuring(aggregates.root(), i, new TimeWindow(sec, sec + 1));
        }
        return left;
    }

    /** Takes a booked job into account, given the earlier free amounts of the root at its start. */
    void learn(WaitingJob job, TimeWindow window, long[] before) {
        kinds.computeIfAbsent(job.shape(), it -> new Kind(job.amount(), difference(before, left(window.startSec()))))
                .placed
                .add(new Stay(window, job.amount()));
    }

    private static long[] difference(long[] more, long[] less) {
        var difference = new long[more.length];
        for (int i = 0; i < more.length; i++) {
            difference[i] = more[i] - less[i];
        }
        return difference;
    }

    /**
     * The first time at which there would be room for a job. O(log change points) as a rule, and a few matches for the
     * first of each of {@link #MOST_KINDS} kinds.
     */
    Optional<TimeWindow> first(WaitingJob job, Jobspec jobspec, long fromSec) {
        if (never.contains(Alike.of(job))) {
            return Optional.empty();
        }
        long[] sums = sums(job, jobspec);
        Optional<Planner> atOnce = atOnce(job, jobspec);
        long endSec = schedule.horizon().endSec();
        long durationSec = job.durationSec() == 0 ? schedule.horizon().durationSec() : job.durationSec();
        // One that is alike had the first time that there was, and nothing was given back since.
        long at = Math.max(fromSec, lastSec.getOrDefault(Alike.of(job), 0L));
        for (long before = -1; before != at && at < endSec; ) {
            before = at;
            at = schedule.aggregates().earliestAtRoot(at, durationSec, endSec, sums);
            if (atOnce.isPresent() && at < endSec) {
                at = atOnce.get().earliest(at, durationSec, endSec, new long[] {job.amount()});
            }
        }
        return at >= endSec ? Optional.empty() : Optional.of(TimeWindow.startingAt(at, durationSec, endSec));
    }

    /** A job gets the time that was found for it. O(log change points). */
    void take(WaitingJob job, Jobspec jobspec, TimeWindow window) {
        long[] sums = sums(job, jobspec);
        taken.take(window, sums);
        lastSec.put(Alike.of(job), window.startSec());
        atOnce(job, jobspec).ifPresent(planner -> planner.add(window, new long[] {job.amount()}));
    }

    /** All is as it was. */
    void undo() {
        taken.undo();
    }

    private long[] sums(WaitingJob job, Jobspec jobspec) {
        Kind kind = kinds.get(job.shape());
        if (kind == null) {
            return least(jobspec);
        }
        var sums = new long[kind.sums.length];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = Math.ceilDiv(Math.multiplyExact(kind.sums[i], job.amount()), kind.amount);
        }
        return sums;
    }

    /** Returns the amounts that a jobspec names of the types that the root counts. */
    private long[] least(Jobspec jobspec) {
        Map<String, Long> amounts = Amounts.of(jobspec);
        Aggregates aggregates = schedule.aggregates();
        int[] types = aggregates.trackedTypes(aggregates.root());
        var least = new long[types.length];
        for (int i = 0; i < types.length; i++) {
            least[i] = amounts.getOrDefault(schedule.graph().types().name(types[i]), 0L);
        }
        return least;
    }

    private Optional<Planner> atOnce(WaitingJob job, Jobspec jobspec) {
        Kind kind = kinds.get(job.shape());
        if (kind == null) {
            return Optional.empty();
        }
        if (!kind.isMeasured && measured < MOST_KINDS && isCounted(jobspec, job.amount())) {
            kind.isMeasured = true;
            measured++;
            long most = most(kind, jobspec);
            if (most < MOST_AT_ONCE) {
                var planner = new Planner(most);
                kind.placed.stream()
                        .filter(it -> planner.fits(it.window, new long[] {it.amount}))
                        .forEach(it -> planner.add(it.window, new long[] {it.amount}));
                kind.atOnce = planner;
            }
        }
        return Optional.ofNullable(kind.atOnce);
    }

    private static boolean isCounted(Jobspec jobspec, long amount) {
        List<Resource> resources = jobspec.resources();
        return resources.size() == 1 && resources.getFirst().count().equals(Count.exactly(amount));
    }

    /** How many of a kind have room where nothing else runs; of more than {@link #MOST_AT_ONCE} so many. */
    private long most(Kind kind, Jobspec jobspec) {
        long no = Math.min(bound(kind), MOST_AT_ONCE) + 1;
        long yes = 1;
        // If all nodes are alike, the result is that of the sums.
        if (yes < no - 1 && fits(jobspec, no - 1)) {
            return no - 1;
        }
        while (yes + 1 < no) {
            long middle = yes + (no - yes) / 2;
            if (fits(jobspec, middle)) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        return yes;
    }

    private long bound(Kind kind) {
        Aggregates aggregates = schedule.aggregates();
        long bound = MOST_AT_ONCE;
        for (int i = 0; i < kind.sums.length; i++) {
            long total = aggregates.total(aggregates.root(), i);
            bound = kind.sums[i] == 0 ? bound : Math.min(bound, Math.multiplyExact(total, kind.amount) / kind.sums[i]);
        }
        return Math.max(1, bound);
    }

    private boolean fits(Jobspec jobspec, long amount) {
        try {
            MatchResult result = state.resources()
                    .matcher()
                    .find(
                            jobspec.withSlots(Count.exactly(amount)),
                            MatchOperation.SATISFIABILITY,
                            schedule.horizon().startSec());
            return result instanceof MatchResult.Satisfiable;
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }
}
