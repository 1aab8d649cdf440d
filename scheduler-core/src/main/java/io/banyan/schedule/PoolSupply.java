package io.banyan.schedule;

import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pools of one type at one vertex of an auxiliary subsystem, taken together: the vertex itself where it is of the
 * type, or else its children of the type where these have nothing below them. They supply everything below the vertex
 * there.
 */
public final class PoolSupply {
    private final int vertex;
    private final int typeId;
    private final Map<Holding, Long> draws = new LinkedHashMap<>();
    private int[] pools;
    private long total;
    /** The remaining amount over time; null without draws. */
    private @Nullable Planner planner;

    PoolSupply(int vertex, int typeId, int[] pools, long total) {
        this.vertex = vertex;
        this.typeId = typeId;
        this.pools = pools;
        this.total = total;
    }

    /** The vertex below which it supplies. */
    public int vertex() {
        return vertex;
    }

    /** Returns the id of the type that it supplies. */
    public int typeId() {
        return typeId;
    }

    /** The vertices that it consists of. */
    public int[] pools() {
        return pools.clone();
    }

    /** The sum of its pools' sizes. */
    public long total() {
        return total;
    }

    /** Returns the amount that is free throughout the window. O(log p + w) for p changes, w of them in the window. */
    public long freeDuring(TimeWindow window) {
        return planner == null ? total : planner.freeDuring(0, window);
    }

    /** Returns the amount drawn by jobs whose time is over and that still hold their allocations. O(jobs that draw). */
    public long overrunAt(long sec) {
        long sum = 0;
        for (Map.Entry<Holding, Long> draw : draws.entrySet()) {
            Booking booking = draw.getKey().booking();
            boolean over =
                    booking.kind() == BookingKind.ALLOCATION && booking.window().endSec() <= sec;
            sum += over ? draw.getValue() : 0;
        }
        return sum;
    }

    /** The jobs that draw, in the order in which they began. O(jobs that draw). */
    public List<JobId> drawers() {
        return draws.keySet().stream().map(holding -> holding.booking().job()).toList();
    }

    /** About how much memory it takes. */
    long bytes() {
        return 64 + 4L * pools.length + 48L * draws.size() + (planner == null ? 0 : planner.bytes());
    }

    /** Whether it is the vertex itself, and not the pools beside it. */
    boolean isItsOwnPool() {
        return pools.length == 1 && pools[0] == vertex;
    }

    boolean isInUse() {
        return planner != null;
    }

    /** Returns the holdings that draw, each with its amount, in the order in which they began. */
    Map<Holding, Long> draws() {
        return draws;
    }

    void take(Holding holding, long amount) {
        TimeWindow window = holding.booking().window();
        Planner plan = planner == null ? new Planner(total) : planner;
        planner = plan;
        if (draws.containsKey(holding)) {
            plan.increase(window, new long[] {amount});
        } else {
            plan.add(window, new long[] {amount});
        }
        draws.merge(holding, amount, Long::sum);
    }

    void giveBack(Holding holding, long amount) {
        Planner plan = planner;
        Long drawn = draws.get(holding);
        if (plan == null || drawn == null || drawn < amount) {
            throw new IllegalStateException(
                    "Job " + holding.booking().job() + " does not draw " + amount + " from vertex " + vertex + ".");
        }
        TimeWindow window = holding.booking().window();
        if (drawn > amount) {
            plan.reduce(window, new long[] {amount});
            draws.put(holding, drawn - amount);
            return;
        }
        plan.remove(window, new long[] {amount});
        draws.remove(holding);
        planner = plan.isEmpty() ? null : plan;
    }

    /** The pools are others now. */
    void consistOf(int[] newPools, long newTotal) {
        if (planner != null && newTotal != total) {
            planner.resize(0, newTotal - total);
        }
        pools = newPools;
        total = newTotal;
    }

    void checkInvariants() {
        if (planner != null) {
            planner.checkInvariants();
        }
        for (Holding holding : draws.keySet()) {
            long sec = holding.booking().window().startSec();
            long drawn = 0;
            for (Map.Entry<Holding, Long> draw : draws.entrySet()) {
                drawn += draw.getKey().booking().window().contains(sec) ? draw.getValue() : 0;
            }
            if (drawn > total || planner == null || planner.freeAt(0, sec) != total - drawn) {
                throw new IllegalStateException(
                        "Vertex " + vertex + " supplies " + total + ", of which " + drawn + " are drawn at " + sec
                                + ", but its planner has " + freeDuring(new TimeWindow(sec, sec + 1)) + " left.");
            }
        }
        if (draws.isEmpty() && planner != null) {
            throw new IllegalStateException("No job draws from vertex " + vertex + ", but it is marked as in use.");
        }
    }
}
