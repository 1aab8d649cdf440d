package io.banyan.workflow.run;

import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.reduce.ReductionSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The wishes of the user for a run.
 *
 * @param slotMillis the length of a slot of the plan
 * @param lanes the most tasks of one block that run side by side
 * @param rules the rules of the reduction
 * @param defaultMillis the run time of steps without one; 0 if such steps are refused
 * @param platform the platform whose run times count; empty for the slowest of each step
 * @param objective the objective in the words of {@link PlanObjective#parse}
 * @param isBehind whether the plan begins behind the schedule horizon
 * @param solver the name of the solver
 * @param limitSeconds the time limit of the solver
 * @param retries further attempts of each task that fails, in addition to those that its step states
 * @param account the account that pays for the jobs; empty for the user's default
 * @param mostMovedPercent the most blocks that a revision may move to make the plan better, in percent of those that
 *     have not begun; with 0, the plan is never revised
 */
public record RunSettings(
        long slotMillis,
        int lanes,
        List<String> rules,
        long defaultMillis,
        String platform,
        String objective,
        boolean isBehind,
        String solver,
        int limitSeconds,
        int retries,
        String account,
        int mostMovedPercent) {
    /** The most blocks that move where nothing else is said. */
    public static final int USUAL_MOST_MOVED = 25;

    private static final int ALL = 100;

    /** Checks the words and the ranges. */
    public RunSettings {
        rules = List.copyOf(rules);
        var unused = PlanObjective.parse(objective);
        if (retries < 0 || limitSeconds < 1) {
            throw new IllegalArgumentException("the retries must be 0 or more and the limit of the solver at least 1 s,"
                    + " found " + retries + " and " + limitSeconds);
        }
        if (mostMovedPercent < 0 || mostMovedPercent > ALL) {
            throw new IllegalArgumentException(
                    "the most moved blocks must be 0 to 100 percent, found " + mostMovedPercent);
        }
    }

    /** Settings with the usual share of moved blocks. */
    public RunSettings(
            long slotMillis,
            int lanes,
            List<String> rules,
            long defaultMillis,
            String platform,
            String objective,
            boolean isBehind,
            String solver,
            int limitSeconds,
            int retries,
            String account) {
        this(
                slotMillis,
                lanes,
                rules,
                defaultMillis,
                platform,
                objective,
                isBehind,
                solver,
                limitSeconds,
                retries,
                account,
                USUAL_MOST_MOVED);
    }

    /** Returns the same settings with another share of moved blocks. */
    public RunSettings withMostMoved(int percent) {
        return with(solver, limitSeconds, percent);
    }

    /** Returns the same settings with another solver and its time limit in seconds. */
    public RunSettings withSolver(String name, int seconds) {
        return with(name, seconds, mostMovedPercent);
    }

    private RunSettings with(String name, int seconds, int percent) {
        return new RunSettings(
                slotMillis,
                lanes,
                rules,
                defaultMillis,
                platform,
                objective,
                isBehind,
                name,
                seconds,
                retries,
                account,
                percent);
    }

    /** Returns the settings of the reduction. */
    public ReductionSettings reduction() {
        return new ReductionSettings(
                slotMillis,
                lanes,
                rules,
                defaultMillis > 0 ? OptionalLong.of(defaultMillis) : OptionalLong.empty(),
                platform.isEmpty() ? Optional.empty() : Optional.of(platform));
    }

    /** Returns the objective. */
    public PlanObjective planObjective() {
        return PlanObjective.parse(objective);
    }

    /** Returns the effort of the solver. */
    public PlanLimit limit() {
        return PlanLimit.ofSeconds(limitSeconds);
    }

    /** Returns the length of a slot in seconds, rounded up. */
    public int slotSeconds() {
        return (int) Math.ceilDiv(slotMillis, 1_000);
    }
}
