package io.banyan.solver.ortools;

/** The time at which a solver must have answered, by the clock of this process. */
record Deadline(long beginNanos, long endNanos) {
    private static final double NANOS = 1e9;

    static Deadline in(double seconds) {
        long now = System.nanoTime();
        return new Deadline(now, now + (long) (seconds * NANOS));
    }

    /** A deadline at a share of the time that is left. */
    Deadline share(double share) {
        long now = System.nanoTime();
        return new Deadline(now, now + (long) (share * Math.max(0, endNanos - now)));
    }

    double leftSeconds() {
        return Math.max(0.01, (endNanos - System.nanoTime()) / NANOS);
    }

    double passedSeconds() {
        return (System.nanoTime() - beginNanos) / NANOS;
    }

    boolean isOver() {
        return System.nanoTime() >= endNanos;
    }
}
