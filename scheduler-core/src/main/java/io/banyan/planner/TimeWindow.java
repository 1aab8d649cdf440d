package io.banyan.planner;

/**
 * A half-open window of time, from {@code startSec} up to but not including {@code endSec}, in whole seconds.
 *
 * @param startSec first second of the window
 * @param endSec first second after it; greater than {@code startSec}
 */
public record TimeWindow(long startSec, long endSec) {

    /** The duration beyond which a window has no end that matters: it ends with the time that an instance plans. */
    private static final long ENDLESS_SEC = 50L * 365 * 86_400;

    public TimeWindow {
        if (endSec <= startSec) {
            throw new IllegalArgumentException(
                    "A time window ends after it starts, but this one is [" + startSec + ", " + endSec + ").");
        }
    }

    /** The window of {@code durationSec} seconds from {@code startSec} on, cut off at {@code limitSec}. */
    public static TimeWindow startingAt(long startSec, long durationSec, long limitSec) {
        long end = durationSec > limitSec - startSec ? limitSec : startSec + durationSec;
        return new TimeWindow(startSec, end);
    }

    /** Whether the end of a window is so late that it counts as none. */
    public static boolean isEndless(long fromSec, long toSec) {
        return toSec - fromSec > ENDLESS_SEC;
    }

    /** Whether the window has no end that matters. */
    public boolean isEndless() {
        return isEndless(startSec, endSec);
    }

    /** Length in seconds. */
    public long durationSec() {
        return endSec - startSec;
    }

    /** Whether the instant lies inside. */
    public boolean contains(long sec) {
        return startSec <= sec && sec < endSec;
    }

    /** Whether the whole of the other window lies inside this one. */
    public boolean contains(TimeWindow other) {
        return startSec <= other.startSec && other.endSec <= endSec;
    }

    /** Whether the two windows share an instant. */
    public boolean overlaps(TimeWindow other) {
        return startSec < other.endSec && other.startSec < endSec;
    }
}
