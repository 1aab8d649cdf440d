package io.banyan.sim.world;

import java.util.PriorityQueue;

/**
 * Virtual time: the planned events in the order of their times, and those with equal times in the order in which they
 * were planned.
 */
final class Agenda {
    private record Entry(long atMillis, long number, Runnable what) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byTime = Long.compare(atMillis, other.atMillis);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long nowMillis;
    private long numbers;

    long nowMillis() {
        return nowMillis;
    }

    /** So many milliseconds from now. */
    void in(long millis, Runnable what) {
        entries.add(new Entry(nowMillis + Math.max(0, millis), numbers++, what));
    }

    /** Runs the next event, if it is due by then; time goes on to then where nothing is. */
    boolean stepUntil(long untilMillis) {
        Entry next = entries.peek();
        if (next == null || next.atMillis > untilMillis) {
            nowMillis = Math.max(nowMillis, untilMillis);
            return false;
        }
        entries.remove();
        nowMillis = next.atMillis;
        next.what.run();
        return true;
    }
}
