package io.banyan.cli.workflow;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.request.Durations;
import io.banyan.solver.process.SolverCommand;
import io.banyan.solver.process.SolverProcess;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.reduce.ReductionSettings;
import io.banyan.workflow.run.RunSettings;
import java.util.Locale;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for the plan of a workflow. */
final class PlanningOptions {
    private static final int MILLIS = 1_000;
    private static final long MOST_LIMIT_SEC = 86_400;

    /** The first slot of a plan. */
    enum Horizon {
        /** Any free slot. */
        AROUND,
        /** Slots after all jobs that run or are planned. */
        BEHIND;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin
    private final ReductionOptions reduction = new ReductionOptions();

    @Option(
            names = "--objective",
            paramLabel = "NAME",
            description = "Objective: compact, finish or weighted:W (default ${DEFAULT-VALUE}).")
    private String objective = "compact";

    @Option(
            names = "--horizon",
            paramLabel = "NAME",
            description = "Slots of the plan: around the jobs of the schedule, or behind all of them (default "
                    + "${DEFAULT-VALUE}).")
    private Horizon horizon = Horizon.AROUND;

    @Option(
            names = "--solver",
            paramLabel = "NAME",
            description =
                    "Solver: intervals, slots, or heuristic, which needs no plug-in (default " + "${DEFAULT-VALUE}).")
    private String solver = "intervals";

    @Option(
            names = "--limit",
            paramLabel = "TIME",
            description = "Time limit of the solver (default ${DEFAULT-VALUE}).")
    private String limit = PlanLimit.DEFAULT_SECONDS + "s";

    /**
     * Returns the settings of a run.
     *
     * @throws CommandFailure if an option is wrong
     */
    RunSettings settings(int retries, String account) {
        ReductionSettings settings = reduction.settings();
        requireSlot(settings);
        int limitSec = limitSec();
        try {
            return new RunSettings(
                    settings.slotMillis(),
                    settings.mostLanes(),
                    settings.rules(),
                    settings.defaultMillis().orElse(0),
                    settings.platform().orElse(""),
                    objective,
                    horizon == Horizon.BEHIND,
                    solver,
                    limitSec,
                    retries,
                    account);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse("--objective: " + e.getMessage());
        }
    }

    /** Returns the result of the solver that the settings name. */
    static PlanResult solve(PlanProblem problem, RunSettings settings) {
        return new SolverProcess(settings.solver(), SolverCommand.ofThisInstallation())
                .solve(problem, settings.limit());
    }

    private static void requireSlot(ReductionSettings settings) {
        if (settings.slotMillis() % MILLIS != 0 || settings.slotMillis() < SlotProfile.SHORTEST_SLOT_SECONDS * MILLIS) {
            throw CommandFailure.wrongUse("--slot: expected a whole number of seconds, at least "
                    + SlotProfile.SHORTEST_SLOT_SECONDS + " s, found " + StepText.millis(settings.slotMillis()));
        }
    }

    private int limitSec() {
        if (!solver.matches("intervals|slots|heuristic")) {
            throw CommandFailure.wrongUse("--solver: expected intervals, slots or heuristic, found '" + solver + "'");
        }
        long seconds = Durations.seconds("--limit", limit);
        if (seconds < 1 || seconds > MOST_LIMIT_SEC) {
            throw CommandFailure.wrongUse("--limit: expected 1s to 1d, found '" + limit + "'");
        }
        return (int) seconds;
    }
}
