package io.banyan.workflow.shape;

import io.banyan.resource.Measures;
import io.banyan.workflow.heuristic.PlanVariants;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanProblem;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The choice among plans of equal value: the one with the fewest reservations, then the least memory, then the fewest
 * node slots (the second pass of section 2.2.1 of the paper).
 *
 * @param plan the chosen plan
 * @param use its amounts
 * @param first the amounts of the plan from which the choice began
 * @param tried the number of plans that were compared
 */
public record PlanSelection(BlockPlan plan, PlanUse use, PlanUse first, int tried) {
    /** The most plans that are compared. */
    public static final int MOST_PLANS = 32;

    private static final int MIB_BITS = 20;

    /** The default effort of the search for other plans, in looks at resources. */
    public static final long DEFAULT_LOOKS = 2_000_000;

    /** Returns the best of a plan and up to 31 others of its value. The same problem gives the same choice. */
    public static PlanSelection around(PlanProblem problem, BlockPlan plan, int seed, BooleanSupplier stop) {
        List<BlockPlan> plans = PlanVariants.of(problem, plan, MOST_PLANS, seed, DEFAULT_LOOKS, stop);
        PlanUse first = PlanUse.of(problem, plan);
        BlockPlan best = plan;
        PlanUse least = first;
        for (BlockPlan other : plans) {
            PlanUse use = PlanUse.of(problem, other);
            if (use.compareTo(least) < 0) {
                best = other;
                least = use;
            }
        }
        return new PlanSelection(best, least, first, plans.size());
    }

    /** Returns whether the chosen plan is better than the one from which the choice began. */
    public boolean isBetter() {
        return use.compareTo(first) < 0;
    }

    /** Returns a sentence for the user about the choice. */
    public String sentence() {
        return "Of " + tried + " plans of this value, the chosen one has " + use.reservations()
                + (use.reservations() == 1 ? " reservation and " : " reservations and ") + memory(use)
                + " of memory; the first one has " + first.reservations() + " and " + memory(first) + ".";
    }

    private static String memory(PlanUse use) {
        return Measures.word(use.memoryMib() << MIB_BITS);
    }
}
