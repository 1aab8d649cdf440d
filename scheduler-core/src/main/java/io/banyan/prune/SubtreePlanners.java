package io.banyan.prune;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The number of jobs below each vertex, and the free part of its totals over time: a planner for each vertex below
 * which a job holds resources, and none for the others.
 */
final class SubtreePlanners {

    /** Total of the planners' first dimension, which counts the jobs below the vertex; the tracked types follow. */
    private static final long MAX_JOBS = 0x4000_0000L;

    private final ResourceGraph graph;
    private final InteriorNumbers numbers;
    /** By the number of the vertex. */
    private @Nullable Planner[] planners = new Planner[1];
    /** The values that a call passes to the planner: jobs and then amounts; read before the next call. */
    private long[] said = new long[8];

    private long touched;

    SubtreePlanners(ResourceGraph graph, InteriorNumbers numbers) {
        this.graph = graph;
        this.numbers = numbers;
    }

    /** Whether a job has something below the vertex at some time. */
    boolean isUsed(int v) {
        return at(v) != null;
    }

    /** Returns the free amount below a used vertex throughout the window, by position among its tracked types. */
    long freeDuring(int v, int position, TimeWindow window) {
        return require(v).freeDuring(1 + position, window);
    }

    /** Returns the result of {@link Planner#firstShortage} for a type below a used vertex. */
    long firstShortage(int v, int position, long afterSec, long need) {
        return require(v).firstShortage(1 + position, afterSec, need);
    }

    /** The most jobs at one instant of the window that have something below the vertex and not the whole of it. */
    long jobsBelow(int v, TimeWindow window) {
        Planner planner = at(v);
        return planner == null ? 0 : MAX_JOBS - planner.freeDuring(0, window);
    }

    /** Returns the result of {@link Planner#earliest} for the tracked types of a used vertex. */
    long earliest(int v, long fromSec, long durationSec, long limitSec, long[] needs) {
        return require(v).earliest(fromSec, durationSec, limitSec, say(0, needs));
    }

    /** The next time after an instant at which something changes below the vertex, or {@link Long#MAX_VALUE}. */
    long nextChange(int v, long afterSec) {
        Planner planner = at(v);
        return planner == null ? Long.MAX_VALUE : planner.nextPoint(afterSec);
    }

    /** Adds a job that takes these amounts below the vertex; the totals are the existing amounts. */
    void take(int v, TimeWindow window, long[] amounts, long[] totals) {
        touched++;
        Planner planner = at(v);
        if (planner == null) {
            planner = new Planner(withJobs(MAX_JOBS, totals));
            planners[numbers.of(v)] = planner;
        }
        planner.add(window, say(1, amounts));
    }

    /** A job that has something below the vertex takes more. */
    void takeMore(int v, TimeWindow window, long[] amounts) {
        touched++;
        require(v).increase(window, say(0, amounts));
    }

    /** A job goes, and gives back all that it still has below the vertex. */
    void giveBack(int v, TimeWindow window, long[] amounts) {
        touched++;
        Planner planner = require(v);
        planner.remove(window, say(1, amounts));
        if (planner.isEmpty()) {
            planners[numbers.of(v)] = null;
        }
    }

    /** Releases a part of a job's resources below the vertex; the job stays. */
    void giveBackPart(int v, TimeWindow window, long[] amounts) {
        touched++;
        require(v).reduce(window, say(0, amounts));
    }

    /** The total of one tracked type below the vertex has changed. */
    void resize(int v, int position, long delta) {
        Planner planner = at(v);
        if (planner != null && delta != 0) {
            planner.resize(1 + position, delta);
        }
    }

    /** The vertex tracks one more type, behind the others, of which it has nothing yet. */
    void addType(int v) {
        Planner planner = at(v);
        if (planner != null) {
            planner.addDimension(0);
        }
    }

    private @Nullable Planner at(int v) {
        return planners[numbers.of(v)];
    }

    /** The vertex goes, or its number stands for another one from now on. */
    void forget(int v) {
        if (numbers.of(v) > 0) {
            planners[numbers.of(v)] = null;
        }
    }

    /** Makes room for the numbers below the bound. */
    void reserve(int bound) {
        if (bound > planners.length) {
            planners = Arrays.copyOf(planners, Math.max(bound, planners.length + planners.length / 2));
        }
    }

    /** Returns the number of bytes that the arrays and the planners take. O(V). */
    long bytes() {
        long bytes = 4L * planners.length;
        for (Planner planner : planners) {
            bytes += planner == null ? 0 : planner.bytes();
        }
        return bytes;
    }

    /** Number of times that a booking wrote a vertex's planner. */
    long touched() {
        return touched;
    }

    /** Throws where the vertex's planner is broken, unused, or of other totals than the vertex. */
    void checkInvariants(int v, long @Nullable [] totals) {
        Planner planner = at(v);
        if (planner == null) {
            return;
        }
        planner.checkInvariants();
        if (planner.isEmpty()) {
            throw new IllegalStateException(graph.path(v) + " keeps a planner, though no job has anything below it.");
        }
        long[] expected = withJobs(MAX_JOBS, totals == null ? new long[0] : totals);
        if (!Arrays.equals(expected, planner.totals())) {
            throw new IllegalStateException(graph.path(v) + " should plan " + Arrays.toString(expected)
                    + " (jobs, then its" + " tracked types), but has " + planner);
        }
    }

    /** The vertex's planner in words. */
    String describe(int v) {
        return String.valueOf(at(v));
    }

    private long[] say(long jobs, long[] amounts) {
        if (amounts.length >= said.length) {
            said = new long[amounts.length * 2];
        }
        said[0] = jobs;
        System.arraycopy(amounts, 0, said, 1, amounts.length);
        return said;
    }

    private static long[] withJobs(long jobs, long[] amounts) {
        var all = new long[amounts.length + 1];
        all[0] = jobs;
        System.arraycopy(amounts, 0, all, 1, amounts.length);
        return all;
    }

    private Planner require(int v) {
        Planner planner = at(v);
        if (planner == null) {
            throw new IllegalStateException("No job has anything below " + graph.path(v) + ".");
        }
        return planner;
    }
}
