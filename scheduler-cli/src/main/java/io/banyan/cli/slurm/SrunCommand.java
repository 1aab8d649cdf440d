package io.banyan.cli.slurm;

import io.banyan.cli.client.ClientCommands;
import io.banyan.cli.request.ForeignOption;
import io.banyan.cli.request.ForeignOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;

/** {@code srun}: within a job it runs tasks there, and otherwise as a job of their own. */
final class SrunCommand implements RawTool {
    /** mpirun of Open MPI always says it. */
    private static final String KILL_ON_BAD_EXIT = "--kill-on-bad-exit";

    /** Options that say how much of the job a step has, or where its output goes. Steps share the job's resources. */
    private static final Set<String> OF_STEPS = Set.of(
            "--chdir",
            "--clusters",
            "--cpus-per-task",
            "--distribution",
            "--error",
            "--exclusive",
            "--export",
            "--gpus",
            "--gpus-per-node",
            "--gpus-per-task",
            "--gres",
            "--input",
            "--job-name",
            "--jobid",
            KILL_ON_BAD_EXIT,
            "--label",
            "--mem",
            "--mem-per-cpu",
            "--nodes",
            "--ntasks",
            "--ntasks-per-node",
            "--output",
            "--pty",
            "--quiet",
            "--time",
            "--verbose");

    /** Options that say how much a job is to have. */
    static final Set<String> COUNTS = Set.of(
            "--nodes", "--ntasks", "--ntasks-per-node", "--gpus", "--gpus-per-node", "--gpus-per-task", "--gres");

    /** Options that say where the tasks of a step run. */
    private static final Set<String> PLACES = Set.of("--nodes", "--ntasks-per-node", "--nodelist");

    private final ToolContext tool;

    SrunCommand(ToolContext tool) {
        this.tool = tool;
    }

    @Override
    public ForeignOptions options() {
        return ForeignOptions.srun();
    }

    @Override
    public int run(List<String> arguments) {
        ForeignOptions.Parsed parsed = options().parse(arguments);
        if (parsed.rest().isEmpty()) {
            throw new SlurmFailure("No command given to execute.");
        }
        Map<String, ForeignOptions.Found> options = new LinkedHashMap<>();
        parsed.options().forEach(found -> options.put(found.option().name(), found));
        Optional.ofNullable(options.get("--clusters"))
                .ifPresent(found -> ToolOptions.requireAll(found.value().orElse("")));
        return isInJob() ? step(options, parsed.rest()) : job(options, parsed.rest());
    }

    /** Whether the command runs in a job, and not in the command of an instance, whose srun asks that instance. */
    private boolean isInJob() {
        return tool.variable("BANYAN_JOB_DIR").isPresent() && !isInInstance();
    }

    /** The command of an instance finds the path of that; the daemon gives it to nothing else. */
    private boolean isInInstance() {
        return tool.variable("BANYAN_INSTANCE").isPresent();
    }

    /** Runs tasks in the job in which this command runs. They share the job's resources. */
    private int step(Map<String, ForeignOptions.Found> options, List<String> command) {
        for (ForeignOptions.Found found : options.values()) {
            String name = found.option().name();
            boolean isHeld = found.option().effect() instanceof ForeignOption.Effect.Holds;
            if (!isHeld && !SbatchCommand.ADVICE.contains(name) && !OF_STEPS.contains(name)) {
                throw new SlurmFailure(found.name() + " is not supported within a job by Banyan");
            }
        }
        String job = tool.variable("BANYAN_JOB_ID").orElse("");
        if (value(options, "--jobid").filter(it -> !it.equals(job)).isPresent()) {
            throw new SlurmFailure("--jobid names a job other than " + job + ", in which this command runs");
        }
        int tasks = tasks(options);
        boolean isOnOneNode =
                value(options, "--nodes").filter(it -> it.equals("1")).isPresent();
        if (tasks > 1 && !isOnOneNode && number(tool.variable("BANYAN_NNODES").orElse("1")) > 1) {
            throw new SlurmFailure(
                    "job " + job
                            + " has several nodes, but all its tasks would run on this one; 'banyan batch' runs a script in its own instance, where srun starts tasks on all nodes");
        }
        return new LocalStep(
                        tasks,
                        command,
                        input(options),
                        value(options, "--output"),
                        value(options, "--error"),
                        value(options, "--chdir"),
                        options.containsKey("--label"),
                        options.containsKey(KILL_ON_BAD_EXIT)
                                && !value(options, KILL_ON_BAD_EXIT).equals(Optional.of("0")))
                .run(tool);
    }

    private static Optional<String> input(Map<String, ForeignOptions.Found> options) {
        Optional<String> input = value(options, "--input");
        if (input.filter("all"::equals).isPresent()) {
            throw new SlurmFailure(
                    "--input=all is not supported within a job by Banyan: only one task reads standard input");
        }
        return input;
    }

    private int tasks(Map<String, ForeignOptions.Found> options) {
        int tasks = number(value(options, "--ntasks")
                .or(() -> tool.variable("SLURM_NTASKS"))
                .orElse("1"));
        if (tasks < 1 || tasks > LocalStep.MOST_TASKS) {
            throw new SlurmFailure("--ntasks must be 1 to " + LocalStep.MOST_TASKS + " within a job, found " + tasks);
        }
        return tasks;
    }

    private static int number(String word) {
        try {
            return Integer.parseInt(word);
        } catch (NumberFormatException e) {
            throw new SlurmFailure("Invalid numeric value \"" + word + "\"");
        }
    }

    private static Optional<String> value(Map<String, ForeignOptions.Found> options, String name) {
        return Optional.ofNullable(options.get(name)).flatMap(ForeignOptions.Found::value);
    }

    /**
     * Returns the options for as many tasks, on as many nodes, as the job in which the instance is; else for one task.
     */
    private List<String> usualCounts() {
        Optional<String> tasks = tool.variable(SeveralNodes.TASKS).or(() -> tool.variable("SLURM_NTASKS"));
        Optional<String> nodes = tool.variable("SLURM_NNODES");
        return isInInstance() && tasks.isPresent() && nodes.isPresent()
                ? List.of("--nodes=" + nodes.get(), "--tasks=" + tasks.get())
                : List.of("--tasks=1");
    }

    /**
     * Returns the option that spreads a step over the nodes of the job in which the instance is, as Slurm does where
     * only the number of tasks is given.
     */
    private List<String> spread(Map<String, ForeignOptions.Found> options) {
        Optional<String> tasks = value(options, "--ntasks").filter(it -> isInInstance());
        Optional<String> nodes = tool.variable("SLURM_NNODES");
        if (tasks.isEmpty() || nodes.isEmpty() || PLACES.stream().anyMatch(options::containsKey)) {
            return List.of();
        }
        return List.of("--nodes=" + Math.clamp(number(tasks.get()), 1, Math.max(1, number(nodes.get()))));
    }

    private static boolean isFileOfTask(ForeignOptions.Found found) {
        return Set.of("--output", "--error").contains(found.option().name())
                && found.value().filter(TaskFiles::isOfTask).isPresent();
    }

    /**
     * Returns the options that a step that is a job of the instance takes from the job in which it is: its number, and
     * the daemon to which it was submitted.
     */
    private List<String> ofStep() {
        Optional<String> job = tool.variable("SLURM_JOB_ID").filter(id -> isInInstance());
        if (job.isEmpty()) {
            return SubmittersDaemon.options(tool.target().access());
        }
        List<String> words = new ArrayList<>(SubmittersDaemon.passedOn(tool.variables()));
        words.add("--env=BANYAN_STEP_OF=" + job.get());
        return words;
    }

    /** Submits the tasks as a job, and is there until its end. */
    private int job(Map<String, ForeignOptions.Found> options, List<String> command) {
        List<String> words = new ArrayList<>(tool.targetWords());
        words.add("--slurm-env");
        words.addAll(ofStep());
        for (ForeignOptions.Found found : options.values()) {
            String name = found.option().name();
            if (name.equals("--jobid")) {
                throw new SlurmFailure("--jobid names a job from outside, which srun does not support in Banyan");
            }
            if (SbatchCommand.ADVICE.contains(name) || name.equals(KILL_ON_BAD_EXIT)) {
                tool.tell("srun: warning: " + found.name() + " is not supported by Banyan and is ignored");
            } else if (!name.equals("--clusters") && !tool.isDefaultPartition(found) && !isFileOfTask(found)) {
                words.addAll(SbatchCommand.translated(tool, found));
            }
        }
        if (COUNTS.stream().noneMatch(options::containsKey)) {
            words.addAll(usualCounts());
        }
        words.addAll(spread(options));
        if (!options.containsKey("--job-name")) {
            String program = command.getFirst();
            words.add("--name=" + program.substring(program.lastIndexOf('/') + 1));
        }
        words.add("--");
        words.addAll(TaskFiles.of(value(options, "--output"), value(options, "--error"))
                .words(command));
        Object run = Objects.requireNonNull(
                        ClientCommands.byName(tool.terminal()).get("run"))
                .get();
        return new CommandLine(run)
                .setOut(tool.terminal().out())
                .setErr(tool.terminal().err())
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((e, given) -> Tool.SRUN.failed(tool, options(), e))
                .setExecutionExceptionHandler((e, line, parsed) -> Tool.SRUN.failed(tool, options(), e))
                .execute(words.toArray(String[]::new));
    }
}
