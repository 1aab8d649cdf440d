package io.banyan.workflow.fill;

import java.util.function.IntPredicate;

/** Numbers in a ring that grows. O(1) amortised. */
final class IntQueue {
    private int[] ring = new int[8];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void addLast(int number) {
        if (size == ring.length) {
            grow();
        }
        ring[(head + size) & (ring.length - 1)] = number;
        size++;
    }

    int pollFirst() {
        int number = ring[head];
        head = (head + 1) & (ring.length - 1);
        size--;
        return number;
    }

    int pollLast() {
        size--;
        return ring[(head + size) & (ring.length - 1)];
    }

    int get(int place) {
        return ring[(head + place) & (ring.length - 1)];
    }

    /** Removes the numbers that a predicate names. O(size). */
    void removeIf(IntPredicate isRemoved) {
        int count = size;
        for (int i = 0; i < count; i++) {
            int number = pollFirst();
            if (!isRemoved.test(number)) {
                addLast(number);
            }
        }
    }

    private void grow() {
        int[] larger = new int[ring.length * 2];
        for (int i = 0; i < size; i++) {
            larger[i] = get(i);
        }
        ring = larger;
        head = 0;
    }
}
