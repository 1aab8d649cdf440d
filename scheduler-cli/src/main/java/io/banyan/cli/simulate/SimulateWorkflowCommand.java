package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.ProgressLine;
import io.banyan.cli.output.SheetOutput;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.cli.request.Durations;
import io.banyan.document.DocumentException;
import io.banyan.queue.QueuePolicy;
import io.banyan.sim.workflow.BrokenPromiseException;
import io.banyan.sim.workflow.BuiltInWorkflows;
import io.banyan.sim.workflow.JobStream;
import io.banyan.sim.workflow.StreamMachine;
import io.banyan.sim.workflow.WorkflowExperiment;
import io.banyan.sim.workflow.WorkflowExperiment.Cell;
import io.banyan.sim.workflow.WorkflowMethod;
import io.banyan.workflow.format.TextLimits;
import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.input.WorkflowReader;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.reduce.ReductionSettings;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan simulate workflow}: workflows in a stream of jobs. */
@Command(
        name = "workflow",
        description = "Compare methods to run a workflow on a busy machine, in virtual time: the workflow is injected "
                + "at a random time into a stream of jobs. All methods of a seed see the same jobs and the same time.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class SimulateWorkflowCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final SheetOutput output;

    @Mixin
    private final StreamOptions stream = new StreamOptions();

    @Option(
            names = "--workflow",
            paramLabel = "WORKFLOW",
            split = ",",
            required = true,
            description = "Workflows: chain, forkjoin, gpus, or files in YAML (kind: workflow), CWL or WfFormat.")
    private List<String> workflows = List.of();

    @Option(
            names = "--scale",
            paramLabel = "FACTOR",
            description = "Factor of the recorded run times of WfFormat (default ${DEFAULT-VALUE}).")
    private double scale = 1;

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            split = ",",
            description = "Methods: plain (each task is a job of the queue, with dependencies), onejob (the workflow "
                    + "is one job), behind and around (planned behind or around the jobs of the schedule, and booked "
                    + "gently) (default ${DEFAULT-VALUE}).",
            defaultValue = "plain,onejob,behind,around")
    private List<String> methods = List.of();

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            split = ",",
            description = "Queue policies: fcfs, easy, conservative, hybrid, with settings as in 'simulate run' "
                    + "(default ${DEFAULT-VALUE}).",
            defaultValue = "easy,conservative,hybrid")
    private List<String> policies = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "FIRST-LAST",
            converter = Seeds.Reader.class,
            description = "Seeds, one stream and one time of injection each (default ${DEFAULT-VALUE}).",
            defaultValue = "1-20")
    private Seeds seeds = new Seeds(1, 20);

    @Option(
            names = "--error",
            paramLabel = "FACTOR",
            description = "Factor by which the stated run time of a task exceeds the actual one at most; each task "
                    + "draws one between 1 and this one (default ${DEFAULT-VALUE}: stated times are exact).")
    private double error = 1;

    @Option(
            names = "--slot",
            paramLabel = "TIME",
            description = "Length of a slot of the plan (default ${DEFAULT-VALUE}).")
    private String slot = "10m";

    @Option(
            names = "--objective",
            paramLabel = "NAME",
            description = "Objective of the plan: compact, finish or weighted:W (default ${DEFAULT-VALUE}).")
    private String objective = "compact";

    SimulateWorkflowCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new SheetOutput(terminal);
    }

    @Override
    public Integer call() {
        CheckedValues.requireDistinct("--policy", policies);
        CheckedValues.requireDistinct("--method", methods);
        CheckedValues.requireDistinct("--workflow", workflows);
        seeds.requireFew();
        var plan = new WorkflowExperiment.Plan(
                policies.stream().map(SimulateWorkflowCommand::policy).toList(),
                stream.loads(),
                workflows.stream().map(this::workflow).toList(),
                methods.stream()
                        .map(word -> CheckedValues.value(() -> WorkflowMethod.parse(word)))
                        .toList());
        RunSettings planning = planning();
        StreamOptions.Workloads workloads = stream.workloads();
        StreamMachine machine = stream.machine(workloads.first());
        WorkflowExperiment experiment = CheckedValues.value(() -> new WorkflowExperiment(
                seed -> workloads.bySeed().apply(seed).workload().jobs(),
                machine,
                new JobStream.Settings(stream.jobs(), 0, stream.limitFactor()),
                planning,
                error,
                seeds.first(),
                (int) seeds.count()));
        plan.loads().forEach(load -> CheckedValues.value(() -> new JobStream.Settings(1, load, 1)));
        var result = new WorkflowFigures(stream.name(), machine, seeds.count(), error, cells(experiment, plan));
        output.print(result.shown(), it -> result.text(), it -> result.rows());
        return ExitStatus.DONE;
    }

    private List<Cell> cells(WorkflowExperiment experiment, WorkflowExperiment.Plan plan) {
        long all = experiment.runs(plan);
        try (var progress = ProgressLine.of(terminal)) {
            return experiment.run(
                    plan,
                    done -> progress.show(() -> ProgressLine.bar(done, all) + "  " + done + " of " + all + " runs"));
        } catch (BrokenPromiseException | IllegalArgumentException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    private static QueuePolicy policy(String words) {
        QueuePolicy policy = CheckedValues.value(() -> QueuePolicy.parse(words));
        if (policy.booksAtSubmission()) {
            throw CommandFailure.wrongUse(
                    "the jobs of a stream have no deadlines, which the queue policy deadline requires");
        }
        return policy;
    }

    private RunSettings planning() {
        long slotMillis = Durations.of("--slot", slot).toMillis();
        if (slotMillis % 1000 != 0 || slotMillis < SlotProfile.SHORTEST_SLOT_SECONDS * 1000L) {
            throw CommandFailure.wrongUse("--slot: expected a whole number of seconds, at least "
                    + SlotProfile.SHORTEST_SLOT_SECONDS + " s, found '" + slot + "'");
        }
        return CheckedValues.value(() -> new RunSettings(
                slotMillis,
                ReductionSettings.DEFAULT_LANES,
                WorkflowReduction.ruleNames(),
                0,
                "",
                objective,
                false,
                HeuristicSolver.NAME,
                1,
                0,
                ""));
    }

    /** Returns the workflow of a word under a short name: that of the file without its ending. */
    private Workflow workflow(String word) {
        if (!(scale > 0) || Double.isInfinite(scale)) {
            throw CommandFailure.wrongUse("--scale: expected a number above 0, found '" + scale + "'");
        }
        Optional<Workflow> known = BuiltInWorkflows.find(word);
        if (known.isPresent()) {
            return known.get();
        }
        Path file = Path.of(word);
        String last = String.valueOf(file.getFileName());
        int dot = last.indexOf('.', 1);
        String name = last.substring(0, dot < 0 ? last.length() : dot);
        try {
            String text = Texts.read(file, TextLimits.MAX_LENGTH);
            Workflow read = WorkflowReader.read(text, new WorkflowReader.Manner(word, name, scale, Optional.empty()));
            return new Workflow(name, read.steps(), read.files());
        } catch (DocumentException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }
}
