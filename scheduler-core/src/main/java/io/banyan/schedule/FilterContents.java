package io.banyan.schedule;

import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.resource.JobId;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The contents of the pruning filter of a vertex, for people: how much of each type that it counts is used below the
 * vertex, by all jobs at an instant or by one job, and how much there is.
 */
public final class FilterContents {
    private final Schedule schedule;
    private final Aggregates aggregates;
    private final Optional<JobId> job;
    private final TimeWindow instant;

    /**
     * The filters as they are.
     *
     * @param job whose part is shown as used, whenever it has it; without one, the resources of all jobs at the instant
     */
    public FilterContents(Schedule schedule, Optional<JobId> job, long atSec) {
        this.schedule = schedule;
        this.aggregates = schedule.aggregates();
        this.job = job;
        this.instant = new TimeWindow(atSec, atSec + 1);
    }

    /**
     * By the names of the types: {@code used:2, total:4}. Empty for a vertex without filter. O(types x (depth + log)).
     */
    public Map<String, String> of(int v) {
        var contents = new TreeMap<String, String>();
        if (!aggregates.isInterior(v)) {
            return contents;
        }
        int[] types = aggregates.trackedTypes(v);
        long[] used = job.isPresent() ? schedule.holdings().heldBelow(job.get(), v) : usedByAll(v, types.length);
        for (int i = 0; i < types.length; i++) {
            String name = schedule.graph().types().name(types[i]);
            contents.put(name, "used:" + used[i] + ", total:" + aggregates.total(v, i));
        }
        return contents;
    }

    private long[] usedByAll(int v, int types) {
        boolean covered = schedule.holdings().isCovered(v, instant.startSec());
        var used = new long[types];
        for (int i = 0; i < types; i++) {
            used[i] = aggregates.total(v, i) - (covered ? 0 : aggregates.freeDuring(v, i, instant));
        }
        return used;
    }
}
