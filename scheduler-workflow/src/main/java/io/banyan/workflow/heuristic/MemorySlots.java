package io.banyan.workflow.heuristic;

import java.util.Arrays;

/** The memory of one node that is held over time. A question costs O(holders squared), for few holders at a time. */
final class MemorySlots {
    private static final int FIRST_CAPACITY = 8;

    private final long memoryMib;
    private int[] from = new int[FIRST_CAPACITY];
    private int[] to = new int[FIRST_CAPACITY];
    private long[] mib = new long[FIRST_CAPACITY];
    private int size;
    private int fixed;

    MemorySlots(long memoryMib) {
        this.memoryMib = memoryMib;
    }

    void add(long amount, int first, int end) {
        if (size == from.length) {
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
            mib = Arrays.copyOf(mib, 2 * size);
        }
        from[size] = first;
        to[size] = end;
        mib[size++] = amount;
    }

    /** Keeps what is held now when {@link #clear} is called. */
    void fix() {
        fixed = size;
    }

    void clear() {
        size = fixed;
    }

    void removeLast() {
        size--;
    }

    /** Returns the first slot from which the amount is free for {@code length} slots. */
    int nextFree(int slot, int length, long amount) {
        int start = slot;
        int blocker = blocker(start, start + length, amount);
        while (blocker >= 0) {
            start = to[blocker];
            blocker = blocker(start, start + length, amount);
        }
        return start;
    }

    /** The holder that ends first among those of a slot whose memory is too short; -1 if there is none. */
    private int blocker(int first, int end, long amount) {
        for (int i = -1; i < size; i++) {
            int slot = i < 0 ? first : from[i];
            if (slot >= first && slot < end && usedAt(slot) + amount > memoryMib) {
                return endingFirst(slot);
            }
        }
        return -1;
    }

    private long usedAt(int slot) {
        long used = 0;
        for (int i = 0; i < size; i++) {
            used += from[i] <= slot && slot < to[i] ? mib[i] : 0;
        }
        return used;
    }

    private int endingFirst(int slot) {
        int first = -1;
        for (int i = 0; i < size; i++) {
            if (from[i] <= slot && slot < to[i] && (first < 0 || to[i] < to[first])) {
                first = i;
            }
        }
        return first;
    }
}
