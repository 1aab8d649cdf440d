package io.banyan.sim.report;

/** The unit of a time axis, chosen so that its numbers are short. */
enum TimeUnit {
    SECONDS("s", 1),
    MINUTES("min", 60),
    HOURS("h", 3600),
    DAYS("days", 86400);

    private final String label;
    private final int seconds;

    TimeUnit(String label, int seconds) {
        this.label = label;
        this.seconds = seconds;
    }

    static TimeUnit forSpan(long longestSec) {
        return longestSec <= 300 ? SECONDS : longestSec <= 3 * 3600 ? MINUTES : longestSec <= 3 * 86400 ? HOURS : DAYS;
    }

    String label() {
        return label;
    }

    double of(long sec) {
        return (double) sec / seconds;
    }
}
