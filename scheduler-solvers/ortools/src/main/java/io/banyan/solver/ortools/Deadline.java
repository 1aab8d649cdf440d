package io.banyan.solver.ortools;

/** The time at which a solver must have answered, by the clock of this process. */
record Deadline(long beginNanos, long endNanos) {
    private static final double NANOS = 1e9;

    static Deadline in(double seconds) {
        long now = System.nanoTime();
        return new Deadline(now, now + (long) (seconds * NANOS));
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
