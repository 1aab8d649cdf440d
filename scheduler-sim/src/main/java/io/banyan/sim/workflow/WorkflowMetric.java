package io.banyan.sim.workflow;

/** One number of a {@link TrialResult}, as methods are compared by it. */
public enum WorkflowMetric {
    TURNAROUND("turnaround", "s", 0),
    MAKESPAN("makespan", "s", 0),
    STRETCH("stretch", "", 2),
    HELD("core hours held", "", 1),
    UNUSED("unused", "", 1),
    UTILISATION("utilisation", "%", 2),
    BROKEN("broken promises", "", 2),
    BROKEN_SECONDS("seconds broken", "s", 0),
    DELAY("delay of later jobs", "s", 1);

    private final String label;
    private final String unit;
    private final int digits;

    WorkflowMetric(String label, String unit, int digits) {
        this.label = label;
        this.unit = unit;
        this.digits = digits;
    }

    /** Returns the name of the metric in tables. */
    public String label() {
        return label;
    }

    /** Returns the unit of the metric; empty for a plain number. */
    public String unit() {
        return unit;
    }

    /** Returns the value of the metric in a result. */
    public double of(TrialResult result) {
        return switch (this) {
            case TURNAROUND -> result.turnaroundSec();
            case MAKESPAN -> result.makespanSec();
            case STRETCH -> result.stretch();
            case HELD -> result.heldCoreHours();
            case UNUSED -> result.unusedCoreHours();
            case UTILISATION -> result.utilisation();
            case BROKEN -> result.broken();
            case BROKEN_SECONDS -> result.brokenSec();
            case DELAY -> result.delaySec();
        };
    }

    /** Returns the format of a value without its unit. */
    public String format() {
        return "%." + digits + "f";
    }
}
