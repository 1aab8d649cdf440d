package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.Durations;
import io.banyan.cli.workflow.MachineOptions.Machine;
import io.banyan.solver.process.SolverCommand;
import io.banyan.solver.process.SolverProcess;
import io.banyan.workflow.draft.ProblemDraft;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.reduce.ReductionSettings;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan workflow plan}: the times and nodes that a plan gives the blocks of a workflow. */
@Command(
        name = "plan",
        description = "Plan a workflow, and show when and where each block would run. Books nothing.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A plan keeps clear of the times that the daemon's schedule shows: a node is free when no job "
                    + "has a part of it. A job whose nodes are not known yet blocks all nodes for its time. Nodes "
                    + "with a job without a time limit, or with a job that you cannot see, are left out.",
            "",
            "Objectives: compact, the shortest time from the first block to the last, then the earliest start; "
                    + "finish, the earliest end; weighted:W, where each slot of waiting costs W slots.",
            "",
            "Exit status: 0 a plan was found, 1 there is none, 2 incorrect usage."
        })
final class WorkflowPlanCommand implements Callable<Integer> {
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

    private final Terminal terminal;

    @Mixin
    private final Asked asked;

    @Mixin
    private final WorkflowArgument workflow = new WorkflowArgument();

    @Mixin
    private final ReductionOptions reduction = new ReductionOptions();

    @Mixin
    private final MachineOptions machine = new MachineOptions();

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
            names = "--formulation",
            paramLabel = "NAME",
            description = "Place of a block: nodes, the same amount on each of its nodes, or cores, anywhere "
                    + "(default ${DEFAULT-VALUE}).")
    private Formulation formulation = Formulation.NODES;

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

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Draw the plan into this SVG file, a row for each node.")
    private @Nullable Path svg;

    WorkflowPlanCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() throws IOException {
        ReductionSettings settings = reduction.settings();
        PlanObjective chosen = objective();
        PlanLimit effort = effort();
        if (svg != null) {
            OutputFile.checked(svg);
        }
        Workflow read = workflow.load(terminal);
        WorkflowReduction reduced = ReductionOptions.reduced(read, settings, workflow.name());
        int slotSec = slotSec(settings);
        Machine found = machine.machine(slotSec, ProblemDraft.types(reduced), asked);
        PlanProblem problem = problem(reduced, found.profile(), chosen);
        PlanResult result = new SolverProcess(solver, SolverCommand.ofThisInstallation()).solve(problem, effort);
        PlanView view = switch (result) {
            case PlanResult.Planned planned -> PlanView.of(reduced, problem, planned, found, machine.isDaemon());
            case PlanResult.Infeasible infeasible -> throw none(String.join("\n", infeasible.reasons()));
            case PlanResult.NoPlan noPlan -> throw none(String.join("\n", noPlan.reasons()));
        };
        if (svg != null) {
            OutputFile.write(svg, PlanPlot.svg(view, problem));
        }
        asked.print(view, PlanView::text);
        return ExitStatus.DONE;
    }

    private CommandFailure none(String reasons) {
        return CommandFailure.no(workflow.name() + ": no plan: " + reasons);
    }

    private PlanProblem problem(WorkflowReduction reduced, SlotProfile profile, PlanObjective chosen) {
        try {
            int earliest = horizon == Horizon.BEHIND ? profile.horizon() : 0;
            return ProblemDraft.of(reduced, profile, formulation, chosen, earliest);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(workflow.name() + ": " + e.getMessage());
        }
    }

    private static int slotSec(ReductionSettings settings) {
        if (settings.slotMillis() % MILLIS != 0 || settings.slotMillis() < SlotProfile.SHORTEST_SLOT_SECONDS * MILLIS) {
            throw CommandFailure.wrongUse("--slot: expected a whole number of seconds, at least "
                    + SlotProfile.SHORTEST_SLOT_SECONDS + " s, found " + StepText.millis(settings.slotMillis()));
        }
        return Math.toIntExact(settings.slotMillis() / MILLIS);
    }

    private PlanObjective objective() {
        try {
            return PlanObjective.parse(objective);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse("--objective: " + e.getMessage());
        }
    }

    private PlanLimit effort() {
        if (!solver.matches("intervals|slots|heuristic")) {
            throw CommandFailure.wrongUse("--solver: expected intervals, slots or heuristic, found '" + solver + "'");
        }
        long seconds = Durations.seconds("--limit", limit);
        if (seconds < 1 || seconds > MOST_LIMIT_SEC) {
            throw CommandFailure.wrongUse("--limit: expected 1s to 1d, found '" + limit + "'");
        }
        return PlanLimit.ofSeconds((int) seconds);
    }
}
