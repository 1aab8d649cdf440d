package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.output.Terminal;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.draft.ProblemDraft;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunSettings;
import java.io.IOException;
import java.nio.file.Path;
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
            "A plan keeps clear of the daemon's schedule: of running jobs until their time limits, of "
                    + "reservations, and of the expected times of pending jobs. A job whose resources are not known "
                    + "yet blocks all resources for its time. Resources of jobs without a time limit are left out.",
            "",
            "Objectives: compact, the shortest time from the first block to the last, then the earliest start; "
                    + "finish, the earliest end; weighted:W, where each slot of waiting costs W slots.",
            "",
            "Exit status: 0 a plan was found, 1 there is none, 2 incorrect usage."
        })
final class WorkflowPlanCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final Asked asked;

    @Mixin
    private final WorkflowArgument workflow = new WorkflowArgument();

    @Mixin
    private final PlanningOptions planning = new PlanningOptions();

    @Mixin
    private final MachineOptions machine = new MachineOptions();

    @Option(
            names = "--formulation",
            paramLabel = "NAME",
            description = "Place of a block: nodes, the same amount on each of its nodes, or cores, anywhere "
                    + "(default ${DEFAULT-VALUE}).")
    private Formulation formulation = Formulation.NODES;

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
        RunSettings settings = planning.settings(0, "");
        if (svg != null) {
            OutputFile.checked(svg);
        }
        Workflow read = workflow.load(terminal);
        WorkflowReduction reduced = ReductionOptions.reduced(read, settings.reduction(), workflow.name());
        BatchLook look = machine.look(settings.slotSeconds(), ProblemDraft.types(reduced), asked);
        PlannedRun planned = PlannedRun.of(read, settings, formulation, look, workflow);
        PlanView view = planned.view(machine.isDaemon());
        if (svg != null) {
            OutputFile.write(svg, PlanPlot.svg(view, planned.found().problem()));
        }
        asked.print(view, PlanView::text);
        return ExitStatus.DONE;
    }
}
