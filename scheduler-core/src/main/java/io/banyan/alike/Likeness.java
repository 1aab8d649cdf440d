package io.banyan.alike;

import java.util.Arrays;

/**
 * The state that parcels have in common: the same vertices in the same order, with the same logical ids, sizes and statuses,
 * taken to the same extent, and with the same of the properties that count. Only the logical id, the name and the rank
 * of the parcel's top are its own. A value: two of the same state are equal.
 */
public final class Likeness {

    private final long[] state;
    private final int hash;
    private final boolean dependsOnTime;
    private final boolean uneven;
    /** Parcels that have it at present; kept by the table that it is in. */
    int members;

    Likeness(long[] state, boolean dependsOnTime, boolean uneven) {
        this.state = state;
        this.hash = Arrays.hashCode(state);
        this.dependsOnTime = dependsOnTime;
        this.uneven = uneven;
    }

    /** Whether the parcels are alike only in that what is free of them depends on time: each is to be asked by itself. */
    public boolean dependsOnTime() {
        return dependsOnTime;
    }

    /** Whether there are vertices of one type with different sizes, so that it matters in which order they are taken. */
    public boolean isUneven() {
        return uneven;
    }

    /** Whether any parcel has it at present. */
    public boolean isLive() {
        return members > 0;
    }

    /** The memory of the state. */
    long bytes() {
        return 56 + 8L * state.length;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Likeness that && hash == that.hash && Arrays.equals(state, that.state));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
