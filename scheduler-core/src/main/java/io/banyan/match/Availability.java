package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.Holdings;
import io.banyan.schedule.PoolSupply;
import io.banyan.schedule.Schedule;
import java.util.Optional;

/** The available resources during one traversal: the schedule as it is in a window, or the empty system. */
public interface Availability {

    /** Whether the vertex itself is up. */
    boolean isUp(int v);

    /** How much of the vertex itself is free. */
    long free(int v);

    /** Whether it is a divisible pool of which the job that asks has a part already; it gets no other part of it. */
    boolean hasPart(int v);

    /** Whether the vertex has another owner too, so that the vertex itself is not granted. */
    boolean isShared(int v);

    /** Whether no other job has a part of the vertex or resources below it. */
    boolean isExclusivelyFree(int v);

    /** Whether a job has a vertex on the path to this one. O(depth). */
    boolean isHeldAbove(int v);

    /** How much of a tracked type (by position) is free below the vertex. */
    long freeBelow(int v, int position);

    /** How much is left of a supply. */
    long left(PoolSupply supply);

    /** The schedule as it is, for a new job or for more of one. */
    static Availability during(Schedule schedule, Optional<JobId> job, TimeWindow window, boolean now) {
        return new During(schedule, schedule.holdings(), schedule.aggregates(), job, window, now);
    }

    /** Returns the availability of the same graph with nothing held and everything up. */
    static Availability ofEmptySystem(Schedule schedule) {
        return new Empty(schedule, schedule.aggregates());
    }

    /**
     * The schedule in one window.
     *
     * @param job the job that gets more resources, if it exists already
     * @param now whether the window begins now: then the resources of a job that has exceeded its time limit are not
     *     free either
     */
    record During(
            Schedule schedule,
            Holdings holdings,
            Aggregates aggregates,
            Optional<JobId> job,
            TimeWindow window,
            boolean now)
            implements Availability {

        @Override
        public boolean isUp(int v) {
            return schedule.statuses().of(v) == Status.UP;
        }

        @Override
        public boolean hasPart(int v) {
            return job.isPresent() && schedule.graph().granule(v) > 0 && holdings.holds(job.get(), v);
        }

        @Override
        public boolean isShared(int v) {
            return schedule.isShared(v);
        }

        @Override
        public long free(int v) {
            if (hasPart(v)) {
                return 0;
            }
            return now ? holdings.freeNow(v, window) : holdings.freeDuring(v, window);
        }

        @Override
        public boolean isExclusivelyFree(int v) {
            return isFreeByPath(v) && (!aggregates.hasSeveralParents() || isFreeBelow(v));
        }

        @Override
        public boolean isHeldAbove(int v) {
            int u = aggregates.parent(v);
            while (u >= 0 && free(u) > 0) {
                u = aggregates.parent(u);
            }
            return u >= 0;
        }

        private boolean isFreeByPath(int v) {
            return !isShared(v)
                    && !schedule.hasSharedBelow(v)
                    && !(now && (holdings.holdsAllocation(v) || holdings.isOverrun(v, window.startSec())))
                    && aggregates.untouched(v, window)
                    && holdings.freeDuring(v, window) == schedule.graph().size(v);
        }

        /**
         * Whether all that hangs below the vertex is free; it may have other parents, and may be held by way of them.
         * O(descendants).
         */
        private boolean isFreeBelow(int v) {
            ResourceGraph graph = schedule.graph();
            for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
                int child = graph.target(e);
                if (graph.subsystem(e) == aggregates.dominant()) {
                    boolean elsewhere = aggregates.parent(child) != v && isHeldAbove(child);
                    if (elsewhere || !isFreeByPath(child) || !isFreeBelow(child)) {
                        return false;
                    }
                }
            }
            return true;
        }

        @Override
        public long freeBelow(int v, int position) {
            return aggregates.freeDuring(v, position, window);
        }

        @Override
        public long left(PoolSupply supply) {
            long overrun = now ? supply.overrunAt(window.startSec()) : 0;
            return Math.max(0, schedule.statuses().left(supply, window) - overrun);
        }
    }

    /** Everything up, nothing held. */
    record Empty(Schedule schedule, Aggregates aggregates) implements Availability {

        @Override
        public boolean isUp(int v) {
            return true;
        }

        @Override
        public boolean hasPart(int v) {
            return false;
        }

        @Override
        public long free(int v) {
            return schedule.graph().size(v);
        }

        @Override
        public boolean isShared(int v) {
            return schedule.isShared(v);
        }

        @Override
        public boolean isExclusivelyFree(int v) {
            return !isShared(v) && !schedule.hasSharedBelow(v);
        }

        @Override
        public boolean isHeldAbove(int v) {
            return false;
        }

        @Override
        public long freeBelow(int v, int position) {
            return aggregates.total(v, position);
        }

        @Override
        public long left(PoolSupply supply) {
            return supply.total();
        }
    }
}
