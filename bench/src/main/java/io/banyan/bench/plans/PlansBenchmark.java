package io.banyan.bench.plans;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code bench/plans}: solvers of planning problems. Its output is Markdown. */
@Command(
        name = "bench/plans",
        description = "Plan workflows with all solvers, and compare the plans.",
        subcommands = {ExactPlans.class, PlanQuality.class},
        mixinStandardHelpOptions = true)
public final class PlansBenchmark {
    private PlansBenchmark() {}

    /** Runs it. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new PlansBenchmark()).execute(args));
    }
}
