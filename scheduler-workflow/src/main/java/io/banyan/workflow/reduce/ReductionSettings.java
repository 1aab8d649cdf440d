package io.banyan.workflow.reduce;

import io.banyan.workflow.model.Needs;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToIntFunction;

/**
 * The settings of a reduction.
 *
 * @param slotMillis the length of a slot of the plan; at least one second
 * @param mostLanes the most tasks of one block that run side by side, 1 or more
 * @param rules the names of the rules that are applied
 * @param defaultMillis the run time of steps without one; empty if such steps are refused
 * @param platform the platform whose times count; empty for the slowest of each step
 * @param machineLanes the most tasks with some needs that a machine can run side by side
 */
public record ReductionSettings(
        long slotMillis,
        int mostLanes,
        List<String> rules,
        OptionalLong defaultMillis,
        Optional<String> platform,
        ToIntFunction<Needs> machineLanes) {
    /** The default length of a slot: ten minutes. */
    public static final long DEFAULT_SLOT_MILLIS = 600_000;

    /** The default of {@code mostLanes}. */
    public static final int DEFAULT_LANES = 64;

    private static final long LEAST_SLOT_MILLIS = 1_000;

    /** Creates settings for a machine that is not known. */
    public ReductionSettings(
            long slotMillis, int mostLanes, List<String> rules, OptionalLong defaultMillis, Optional<String> platform) {
        this(slotMillis, mostLanes, rules, defaultMillis, platform, needs -> Integer.MAX_VALUE);
    }

    /** Checks the ranges and the names of the rules. */
    public ReductionSettings {
        rules = List.copyOf(rules);
        if (slotMillis < LEAST_SLOT_MILLIS) {
            throw new IllegalArgumentException("a slot must be at least 1 s, found " + slotMillis + " ms");
        }
        if (mostLanes < 1) {
            throw new IllegalArgumentException("a block must have at least 1 lane, found " + mostLanes);
        }
        for (String rule : rules) {
            if (!WorkflowReduction.ruleNames().contains(rule)) {
                throw new IllegalArgumentException("unknown rule '" + rule + "', expected one of "
                        + String.join(", ", WorkflowReduction.ruleNames()));
            }
        }
    }

    /** Returns these settings for a machine. */
    public ReductionSettings on(ToIntFunction<Needs> lanes) {
        return new ReductionSettings(slotMillis, mostLanes, rules, defaultMillis, platform, lanes);
    }

    /** Returns the most lanes of a block whose lanes have these needs, 1 or more. */
    int mostLanes(Needs needs) {
        return Math.max(1, Math.min(mostLanes, machineLanes.applyAsInt(needs)));
    }

    /** Returns settings with all rules and the defaults. */
    public static ReductionSettings ofSlot(long slotMillis) {
        return new ReductionSettings(
                slotMillis, DEFAULT_LANES, WorkflowReduction.ruleNames(), OptionalLong.empty(), Optional.empty());
    }
}
