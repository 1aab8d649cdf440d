package io.banyan.alike;

import io.banyan.graph.ResourceGraph;
import io.banyan.prune.Aggregates;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Describes the state of a parcel as numbers, vertex by vertex, each before its descendants, and separately the state
 * that depends on time. Vertices below a wholly taken vertex are omitted: no request can get them, nor the vertices
 * above them whole. O(parcel).
 */
final class Describer {

    private static final int DOWN = 1;
    private static final int SHARED = 2;
    private static final int TAKEN = 4;
    private static final int SIZED = 8;
    private static final int MARKED = 16;
    private static final int POOL = 32;
    private static final int NUMBERED = 64;

    private static final int SPARE = 64;
    /** A power of two. */
    private static final int MOST_RECENT = 16;

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final States states;
    private final Traits traits;
    private final Map<NodeSignature, NodeSignature> known = new HashMap<>();
    /**
     * States without times, so that signatures that differ in times alone share one; some or all, and none that is not
     * equal.
     */
    private final Map<NodeSignature, NodeSignature> timeless = new HashMap<>();

    /** Signatures that were found of late, by hash: many parcels have the same one after the other. */
    private final @Nullable NodeSignature[] recent = new NodeSignature[MOST_RECENT];

    private long[] buffer = new long[128];
    private int size;
    private long[] times = new long[16];
    private int timesSize;
    /** How many vertices of the parcel come before the next. */
    private int position;

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

    /** The signature of a parcel as it is now, which counts it among its members. */
    NodeSignature enter(int parcel) {
        NodeSignature signature = of(parcel);
        signature.members++;
        return signature;
    }

    /** A parcel has its signature no more. */
    void leave(NodeSignature signature) {
        if (--signature.members == 0) {
            known.remove(signature);
        }
    }

    /** Number of different signatures at present. */
    int count() {
        return known.size();
    }

    /** Vertices that were written down since the start. */
    long described() {
        return described;
    }

    long bytes() {
        return bytes(known) + bytes(timeless);
    }

    private static long bytes(Map<NodeSignature, NodeSignature> signatures) {
        return signatures.keySet().stream()
                .mapToLong(signature -> 48 + signature.bytes())
                .sum();
    }

    /**
     * Returns the signature of a parcel of which only the bookings of its top have changed since its last signature.
     * O(1), or O(parcel).
     */
    NodeSignature enter(int parcel, NodeSignature before) {
        NodeSignature signature =
                states.taken(parcel) == before.takenOfTop() ? known(before.withTop(times(parcel))) : of(parcel);
        signature.members++;
        return signature;
    }

    /** A number for when how much of the vertex is taken, or 0 where that does not matter. */
    private long times(int v) {
        return states.taken(v) >= graph.size(v) ? 0 : states.times(v);
    }

    NodeSignature of(int parcel) {
        size = 0;
        timesSize = 0;
        position = 0;
        uneven = false;
        stamp++;
        if (sizes.length < graph.types().size()) {
            sizes = Arrays.copyOf(sizes, graph.types().size());
            stamps = Arrays.copyOf(stamps, sizes.length);
        }
        write(parcel, 0);
        int hash = NodeSignature.hash(buffer, size, times, timesSize);
        NodeSignature late = recent[hash & (MOST_RECENT - 1)];
        if (late != null && late.isLive() && late.hashCode() == hash && late.has(buffer, size, times, timesSize)) {
            return late;
        }
        NodeSignature found = find(parcel);
        recent[hash & (MOST_RECENT - 1)] = found;
        return found;
    }

    private NodeSignature find(int parcel) {
        var fresh = new NodeSignature(Arrays.copyOf(buffer, size), states.taken(parcel), uneven);
        if (timesSize == 0) {
            return known(fresh);
        }
        if (timeless.size() > 2 * known.size() + SPARE) {
            timeless.clear();
        }
        NodeSignature shared = timeless.putIfAbsent(fresh, fresh);
        return known((shared == null ? fresh : shared).with(Arrays.copyOf(times, timesSize)));
    }

    private NodeSignature known(NodeSignature fresh) {
        NodeSignature present = known.putIfAbsent(fresh, fresh);
        return present == null ? fresh : present;
    }

    private void write(int v, int depth) {
        described++;
        if (size + 8 > buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int at = size++;
        int own = position++;
        long amount = graph.size(v);
        long taken = states.taken(v);
        int flags = (states.isDown(v) ? DOWN : 0) | (states.isShared(v) ? SHARED : 0);
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
        if (taken >= amount) {
            position = own + aggregates.subtreeSize(v);
            return;
        }
        long then = states.times(v);
        if (then != 0) {
            depend(own, then);
        }
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == aggregates.dominant()) {
                write(graph.target(e), depth + 1);
            }
        }
    }

    /**
     * The vertices that are written down of a parcel, in their order; the same positions of parcels that are alike are
     * in the same state.
     */
    int[] vertices(int parcel) {
        size = 0;
        collect(parcel);
        var vertices = new int[size];
        for (int i = 0; i < size; i++) {
            vertices[i] = (int) buffer[i];
        }
        return vertices;
    }

    private void collect(int v) {
        if (size == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        buffer[size++] = v;
        if (graph.firstOut(v) < 0 || states.taken(v) >= graph.size(v)) {
            return;
        }
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == aggregates.dominant()) {
                collect(graph.target(e));
            }
        }
    }

    private void depend(int own, long number) {
        if (timesSize == times.length) {
            times = Arrays.copyOf(times, 2 * timesSize);
        }
        times[timesSize++] = own;
        times[timesSize++] = number;
    }

    private int optional(int flag, long value, long usual) {
        if (value == usual) {
            return 0;
        }
        buffer[size++] = value;
        return flag;
    }
}
