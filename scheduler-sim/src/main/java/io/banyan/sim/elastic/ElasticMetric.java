package io.banyan.sim.elastic;

import java.util.Locale;

/** One number of an outcome, as policies are compared by it. */
public enum ElasticMetric {
    TOTAL("total time", "s", 0),
    UTILISATION("utilisation", "%", 2),
    RESPONSE("weighted response", "s", 1),
    COMPLETION("weighted completion", "s", 1),
    LONGEST_WAIT("longest wait", "s", 0),
    RESCALES("rescales", "", 1),
    /**
     * The longest time from submission to end. It differs from the longest wait where jobs are stopped and started
     * again.
     */
    LONGEST_COMPLETION("longest completion", "s", 0),
    STOPS("stops", "", 1);

    private final String label;
    private final String unit;
    private final int digits;

    ElasticMetric(String label, String unit, int digits) {
        this.label = label;
        this.unit = unit;
        this.digits = digits;
    }

    public String label() {
        return label;
    }

    /** The unit of the metric; empty for a plain number. */
    public String unit() {
        return unit;
    }

    /** Whether it says something only where jobs can be stopped. */
    public boolean isOfStops() {
        return this == LONGEST_COMPLETION || this == STOPS;
    }

    /** The value of the metric in an outcome. */
    public double of(ElasticOutcome outcome) {
        return switch (this) {
            case TOTAL -> outcome.totalSec();
            case UTILISATION -> 100 * outcome.utilisation();
            case RESPONSE -> outcome.weightedResponseSec();
            case COMPLETION -> outcome.weightedCompletionSec();
            case LONGEST_WAIT -> outcome.longestWaitSec();
            case RESCALES -> outcome.rescales();
            case LONGEST_COMPLETION -> outcome.longestCompletionSec();
            case STOPS -> outcome.stops();
        };
    }

    /** A value without its unit. */
    public String plain(double value) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
