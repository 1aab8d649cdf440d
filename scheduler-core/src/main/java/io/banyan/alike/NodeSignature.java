package io.banyan.alike;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The state that parcels have in common: the same vertices in the same order, with the same logical ids, sizes and
 * statuses, taken to the same extent at the same times, and with the same of the properties that count. Only the
 * logical id, the name and the rank of the parcel's top are its own. A value: two of the same state are equal.
 */
public final class NodeSignature {

    private static final long[] NEVER = {};

    /** The part of the state that does not depend on time. */
    private final long[] state;

    private final int hashOfState;
    private final long takenOfTop;
    private final boolean uneven;
    /**
     * Pairs of a vertex's position in the parcel and a number for when how much of it is taken, or for how much is
     * taken then.
     */
    private final long[] times;

    private final int hash;
    /** Parcels that have it at present; kept by the table that it is in. */
    int members;

    /** A state that does not depend on time. */
    NodeSignature(long[] state, long takenOfTop, boolean uneven) {
        this(state, hash(state, state.length), takenOfTop, uneven, NEVER);
    }

    private NodeSignature(long[] state, int hashOfState, long takenOfTop, boolean uneven, long[] times) {
        this.state = state;
        this.hashOfState = hashOfState;
        this.takenOfTop = takenOfTop;
        this.uneven = uneven;
        this.times = times;
        this.hash = 31 * hashOfState + hash(times, times.length);
    }

    /** The hash of the signature of this state and these times, of which the arrays' beginnings count. */
    static int hash(long[] state, int stateSize, long[] times, int timesSize) {
        return 31 * hash(state, stateSize) + hash(times, timesSize);
    }

    private static int hash(long[] numbers, int size) {
        int hash = 1;
        for (int i = 0; i < size; i++) {
            hash = 31 * hash + (int) (numbers[i] ^ numbers[i] >>> 32);
        }
        return hash;
    }

    /** Whether it is of this state and these times, of which the arrays' beginnings count. */
    boolean has(long[] asked, int size, long[] askedTimes, int timesSize) {
        return Arrays.equals(state, 0, state.length, asked, 0, size)
                && Arrays.equals(times, 0, times.length, askedTimes, 0, timesSize);
    }

    /** Returns this signature with other times, which are taken over. */
    NodeSignature with(long[] newTimes) {
        return new NodeSignature(state, hashOfState, takenOfTop, uneven, newTimes);
    }

    /** Returns this signature with other times for the parcel's top, of which so much is taken at any time. */
    NodeSignature withTop(long number) {
        boolean had = times.length > 0 && times[0] == 0;
        if ((had ? times[1] : 0) == number) {
            return this;
        }
        int from = had ? 2 : 0;
        int behind = times.length - from;
        var changed = new long[behind + (number == 0 ? 0 : 2)];
        System.arraycopy(times, from, changed, changed.length - behind, behind);
        if (number != 0) {
            changed[1] = number;
        }
        return with(changed);
    }

    /** How much of the parcel's top is taken at any time. */
    long takenOfTop() {
        return takenOfTop;
    }

    /** Whether the free amounts depend on time, so that parcels are matched for a certain time. */
    public boolean dependsOnTime() {
        return times.length > 0;
    }

    /** Whether only the parcel's top depends on time. */
    public boolean onlyTopDependsOnTime() {
        return times.length == 2 && times[0] == 0;
    }

    /** How many vertices depend on time. */
    int timedVertices() {
        return times.length / 2;
    }

    /** The position in the parcel of a vertex that depends on time: how many come before it. */
    int timedVertex(int i) {
        return (int) times[2 * i];
    }

    /**
     * Whether there are vertices of one type with different sizes, so that it matters in which order they are taken.
     */
    public boolean isUneven() {
        return uneven;
    }

    /** Whether any parcel has it at present. */
    public boolean isLive() {
        return members > 0;
    }

    /** The memory of the state. */
    long bytes() {
        return 80 + 8L * state.length + 8L * times.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof NodeSignature that
                        && hash == that.hash
                        && Arrays.equals(state, that.state)
                        && Arrays.equals(times, that.times));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
