package io.banyan.alike;

import io.banyan.graph.ResourceGraph;
import io.banyan.prune.Aggregates;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the state of a parcel down as numbers, a vertex after the other, each before those below it. Nothing is written of
 * what is below a vertex that is down or wholly taken, since nobody gets there. O(parcel).
 */
final class Describer {

    private static final int DOWN = 1;
    private static final int SHARED = 2;
    private static final int TAKEN = 4;
    private static final int SIZED = 8;
    private static final int MARKED = 16;
    private static final int POOL = 32;
    private static final int NUMBERED = 64;

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final States states;
    private final Traits traits;
    private final Map<Likeness, Likeness> known = new HashMap<>();
    private final Likeness timed = new Likeness(new long[] {-1}, true, false);
    private long[] buffer = new long[128];
    private int size;
    private boolean dependsOnTime;
    private boolean uneven;
    /** By type: the size of its vertices in this parcel, where the stamp is this parcel's. */
    private long[] sizes = {};

    private int[] stamps = {};
    private int stamp;
    private long described;

    Describer(ResourceGraph graph, Aggregates aggregates, States states, Traits traits) {
        this.graph = graph;
        this.aggregates = aggregates;
        this.states = states;
        this.traits = traits;
    }

    /** The likeness of a parcel as it is now, which counts it among its members. */
    Likeness enter(int parcel) {
        Likeness likeness = of(parcel);
        likeness.members++;
        return likeness;
    }

    /** A parcel has its likeness no more. */
    void leave(Likeness likeness) {
        if (--likeness.members == 0) {
            known.remove(likeness);
        }
    }

    /** Number of different likenesses at present. */
    int count() {
        return known.size();
    }

    /** Vertices that were written down since the start. */
    long described() {
        return described;
    }

    long bytes() {
        return known.keySet().stream()
                .mapToLong(likeness -> 48 + likeness.bytes())
                .sum();
    }

    Likeness of(int parcel) {
        size = 0;
        dependsOnTime = false;
        uneven = false;
        stamp++;
        if (sizes.length < graph.types().size()) {
            sizes = Arrays.copyOf(sizes, graph.types().size());
            stamps = Arrays.copyOf(stamps, sizes.length);
        }
        write(parcel, 0);
        if (dependsOnTime) {
            return timed;
        }
        var fresh = new Likeness(Arrays.copyOf(buffer, size), false, uneven);
        Likeness present = known.putIfAbsent(fresh, fresh);
        return present == null ? fresh : present;
    }

    private void write(int v, int depth) {
        described++;
        if (size + 8 > buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int at = size++;
        dependsOnTime |= states.dependsOnTime(v);
        long amount = graph.size(v);
        long taken = states.taken(v);
        boolean down = states.isDown(v);
        int flags = (down ? DOWN : 0) | (states.isShared(v) ? SHARED : 0);
        flags |= optional(TAKEN, taken, 0) | optional(SIZED, amount, 1);
        flags |= optional(MARKED, traits.of(v), 0) | optional(POOL, graph.granule(v), 0);
        long number = depth == 0 ? 0 : graph.number(v);
        if (number != (int) number) {
            flags |= optional(NUMBERED, number, 0);
        }
        int type = graph.typeId(v);
        buffer[at] = (long) type << 48 | (long) depth << 40 | (long) flags << 32 | (number & 0xffff_ffffL);
        uneven |= stamps[type] == stamp && sizes[type] != amount;
        stamps[type] = stamp;
        sizes[type] = amount;
        if (down || taken >= amount || dependsOnTime) {
            return;
        }
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == aggregates.dominant()) {
                write(graph.target(e), depth + 1);
            }
        }
    }

    private int optional(int flag, long value, long usual) {
        if (value == usual) {
            return 0;
        }
        buffer[size++] = value;
        return flag;
    }
}
