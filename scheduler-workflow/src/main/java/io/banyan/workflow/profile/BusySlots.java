package io.banyan.workflow.profile;

import java.util.Arrays;

/**
 * The slots in which one resource is busy, as disjoint intervals in ascending order. Neighbouring intervals are joined.
 *
 * <p>Not thread-safe. A question costs O(log intervals + intervals passed), an addition O(intervals).
 */
public final class BusySlots {
    /** The start that means that there is none. */
    public static final int NEVER = Integer.MAX_VALUE;

    private static final int FIRST_CAPACITY = 4;

    private int[] from;
    private int[] to;
    private int size;

    /** Makes the slots of a resource that is always free. */
    public BusySlots() {
        from = new int[FIRST_CAPACITY];
        to = new int[FIRST_CAPACITY];
    }

    /** Takes over what another resource has. */
    public void set(BusySlots other) {
        if (from.length < other.size) {
            from = new int[other.from.length];
            to = new int[other.to.length];
        }
        System.arraycopy(other.from, 0, from, 0, other.size);
        System.arraycopy(other.to, 0, to, 0, other.size);
        size = other.size;
    }

    /** Returns the number of disjoint intervals. */
    public int size() {
        return size;
    }

    /** Returns the first slot of an interval. */
    public int from(int interval) {
        return from[interval];
    }

    /** Returns the slot after an interval. */
    public int to(int interval) {
        return to[interval];
    }

    /** Returns the first slot at or after {@code slot} from which the resource is free for {@code length} slots. */
    public int nextFree(int slot, int length) {
        int start = slot;
        for (int i = firstEndingAfter(slot); i < size && from[i] < start + length; i++) {
            start = Math.max(start, to[i]);
        }
        return start;
    }

    /** Returns whether the resource is free in all slots from {@code first} to before {@code end}. */
    public boolean isFree(int first, int end) {
        int i = firstEndingAfter(first);
        return i == size || from[i] >= end;
    }

    /** Returns the slot from which the resource has been free at a slot in which it is free; 0 if it always was. */
    public int freeSince(int slot) {
        int i = firstEndingAfter(slot);
        return i == 0 ? 0 : to[i - 1];
    }

    /** Returns the next slot in which the resource is busy, from a slot in which it is free; {@link #NEVER} if none. */
    public int freeUntil(int slot) {
        int i = firstEndingAfter(slot);
        return i == size ? NEVER : from[i];
    }

    /** Makes the slots from {@code first} to before {@code end} busy; they may be busy already. */
    public void add(int first, int end) {
        int low = firstEndingAfter(first - 1);
        int high = low;
        int start = first;
        int stop = end;
        while (high < size && from[high] <= end) {
            start = Math.min(start, from[high]);
            stop = Math.max(stop, to[high]);
            high++;
        }
        int moved = size - high;
        int grown = low + 1 + moved;
        if (grown > from.length) {
            from = Arrays.copyOf(from, 2 * grown);
            to = Arrays.copyOf(to, 2 * grown);
        }
        System.arraycopy(from, high, from, low + 1, moved);
        System.arraycopy(to, high, to, low + 1, moved);
        from[low] = start;
        to[low] = stop;
        size = grown;
    }

    /** Makes slots free that were busy. */
    public void remove(int first, int end) {
        BusySlots rest = new BusySlots();
        for (int i = 0; i < size; i++) {
            if (from[i] < Math.min(to[i], first)) {
                rest.add(from[i], Math.min(to[i], first));
            }
            if (Math.max(from[i], end) < to[i]) {
                rest.add(Math.max(from[i], end), to[i]);
            }
        }
        set(rest);
    }

    /** The first interval that ends after a slot. */
    private int firstEndingAfter(int slot) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (to[middle] > slot) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
