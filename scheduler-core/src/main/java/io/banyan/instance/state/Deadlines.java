package io.banyan.instance.state;

/** Arithmetic with deadlines, which are points in time in milliseconds. */
public final class Deadlines {
    /** No deadline at all. */
    public static final long NEVER = Long.MAX_VALUE;

    private Deadlines() {}

    /** So many milliseconds after a time; {@link #NEVER} where that is beyond all time. */
    public static long after(long millis, long wait) {
        return wait > NEVER - millis ? NEVER : millis + wait;
    }
}
