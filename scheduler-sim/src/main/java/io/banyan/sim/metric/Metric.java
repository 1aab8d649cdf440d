package io.banyan.sim.metric;

import java.util.Locale;

/** One number of a summary, as policies are compared by it. */
public enum Metric {
    MAKESPAN("makespan", "s", Better.LESS),
    UTILISATION("utilisation", "%", Better.MORE),
    MEAN_WAIT("mean wait", "s", Better.LESS),
    P95_WAIT("p95 wait", "s", Better.LESS),
    MAX_WAIT("max wait", "s", Better.LESS),
    MEAN_COMPLETION("mean completion", "s", Better.LESS),
    MEAN_SLOWDOWN("mean slowdown", "", Better.LESS),
    P95_SLOWDOWN("p95 slowdown", "", Better.LESS);

    /** Which of two values one would rather have. */
    public enum Better {
        LESS,
        MORE
    }

    private final String label;
    private final String unit;
    private final Better better;

    Metric(String label, String unit, Better better) {
        this.label = label;
        this.unit = unit;
        this.better = better;
    }

    public String label() {
        return label;
    }

    /** The unit of the metric; empty for a plain number. */
    public String unit() {
        return unit;
    }

    public Better better() {
        return better;
    }

    /** The value of the metric in one summary. */
    public double of(OutcomeSummary summary) {
        OutcomeSummary.JobClass all = summary.all();
        return switch (this) {
            case MAKESPAN -> summary.makespanSec();
            case UTILISATION -> 100 * summary.utilisation();
            case MEAN_WAIT -> all.waiting().mean();
            case P95_WAIT -> all.waiting().p95();
            case MAX_WAIT -> all.waiting().max();
            case MEAN_COMPLETION -> all.completion().mean();
            case MEAN_SLOWDOWN -> all.slowdown().mean();
            case P95_SLOWDOWN -> all.slowdown().p95();
        };
    }

    /** A value as people read it, with its unit: 1984 s, 49.2 %, 7.00. */
    public String shown(double of) {
        return plain(of) + (unit.isEmpty() ? "" : " " + unit);
    }

    /** A mean with its interval, where it is of more than one: 1984 ± 120 s. */
    public String shown(MeanEstimate of) {
        return of.count() < 2 ? shown(of.mean()) : plain(of.mean()) + " ± " + shown(of.halfWidth());
    }

    /** Formats a value without its unit. */
    public String plain(double of) {
        int digits = unit.equals("s") ? 0 : unit.equals("%") || of >= 100 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + digits + "f", of);
    }
}
