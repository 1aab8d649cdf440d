package io.banyan.workflow.plan;

import java.util.Comparator;

/**
 * The value of a plan; a lower one is better.
 *
 * @param first the first slot
 * @param end the slot after the last one
 * @param primary the first part of the objective
 * @param secondary the second part of the objective
 */
public record PlanValue(int first, int end, long primary, long secondary) implements Comparable<PlanValue> {
    private static final Comparator<PlanValue> ORDER =
            Comparator.comparingLong(PlanValue::primary).thenComparingLong(PlanValue::secondary);

    /** Returns the length of the whole plan in slots (T - t + 1 in the paper). */
    public int span() {
        return end - first;
    }

    /** Compares the two parts of the objective. Plans of equal value can have different first slots. */
    @Override
    public int compareTo(PlanValue other) {
        return ORDER.compare(this, other);
    }
}
