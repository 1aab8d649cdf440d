package io.banyan.cli.query;

/** Times of the session's matches. */
final class Statistics {
    private static final double NANOS_PER_SECOND = 1e9;

    private long matched;
    private long failed;
    private double minSec = Double.POSITIVE_INFINITY;
    private double maxSec;
    private double sumSec;

    static double seconds(long nanos) {
        return nanos / NANOS_PER_SECOND;
    }

    void add(boolean found, double elapsedSec) {
        matched += found ? 1 : 0;
        failed += found ? 0 : 1;
        minSec = Math.min(minSec, elapsedSec);
        maxSec = Math.max(maxSec, elapsedSec);
        sumSec += elapsedSec;
    }

    long matched() {
        return matched;
    }

    long failed() {
        return failed;
    }

    double minSec() {
        return matched + failed == 0 ? 0 : minSec;
    }

    double maxSec() {
        return maxSec;
    }

    double averageSec() {
        return matched + failed == 0 ? 0 : sumSec / (matched + failed);
    }
}
