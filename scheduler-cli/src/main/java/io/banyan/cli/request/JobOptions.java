package io.banyan.cli.request;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.ShellOptions;
import io.banyan.rset.IdSet;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a job that is submitted. Those that a batch script has as directives are the same. */
public final class JobOptions {
    @Mixin
    private final RequestOptions request = new RequestOptions();

    @Option(
            names = {"--name", "-J", "--group"},
            paramLabel = "NAME",
            description = "Name of the job (default: name of the script). Jobs with one name form a group.")
    private @Nullable String name;

    @Option(names = "--hold", description = "Hold the job until it is released with 'banyan release'.")
    private boolean hold;

    @Option(
            names = "--urgency",
            paramLabel = "N",
            description = "Urgency from 1 to 31. Jobs with a higher urgency start first (default 16).")
    private @Nullable Integer urgency;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description =
                    "Set an environment variable of the job. NAME without a value copies the variable from this environment.")
    private List<String> environment = List.of();

    @Option(
            names = {"-D", "--chdir"},
            paramLabel = "DIR",
            description = "Working directory of the job (default: the current directory).")
    private @Nullable String directory;

    @Option(
            names = {"-q", "--queue"},
            paramLabel = "QUEUE",
            description = "Queue of the job (default: the queue of the jobspec, otherwise the first queue).")
    private @Nullable String queue;

    @Option(
            names = {"-A", "--account"},
            paramLabel = "ACCOUNT",
            description = "Account to charge for the job.")
    private @Nullable String account;

    @Option(
            names = {"-a", "--array"},
            paramLabel = "IDS",
            description = "Submit one job for each index, such as 0-99, or 0-15:4 for every fourth; each job gets "
                    + "its index in BANYAN_ARRAY_INDEX. With %%N after the indices, as in 0-99%%4, at most N "
                    + "jobs run at a time.")
    private @Nullable String array;

    @Option(
            names = {"-i", "--input"},
            paramLabel = "TASK|all|FILE|none",
            description =
                    "Standard input of the tasks. With FILE, each task reads the file. With 'banyan run', a task number (default 0) or 'all' selects the tasks that read this command's standard input. For a file with such a name, write './0'.")
    private @Nullable String input;

    @Option(
            names = "--slurm-env",
            description = "Also set Slurm's variables, such as SLURM_JOB_ID. This is the default for scripts with "
                    + "#SBATCH directives.")
    private boolean slurmVariables;

    @Mixin
    private final ExportOption export;

    @Mixin
    private final MalleableOptions malleable = new MalleableOptions();

    @Mixin
    private final Conditional conditional = new Conditional();

    /** Options whose warnings are printed on a terminal. */
    public JobOptions(Terminal terminal) {
        this.export = new ExportOption(terminal);
    }

    /** The options of the request. */
    public RequestOptions resources() {
        return request;
    }

    /** Where standard input goes, or comes from, as {@link Jobspec#withInput} takes it; empty where it is not said. */
    public Optional<String> input() {
        return Optional.ofNullable(input);
    }

    /** The request with the file that its tasks read: a job whose submitter is gone reads a file or nothing. */
    public JobRequest.Submit withInputFile(JobRequest.Submit request) {
        Optional<String> where = input();
        if (where.filter(it -> it.matches("[0-9]+|all")).isPresent()) {
            throw CommandFailure.wrongUse(
                    "--input must name a file, since only 'banyan run' forwards standard input, found '" + where.get()
                            + "'");
        }
        return where.filter(it -> !it.equals("none"))
                .map(it ->
                        CheckedValues.value(() -> request.with(request.jobspec().withInput(it))))
                .orElse(request);
    }

    /** Whether the options say how much the job is to have, so that no jobspec is needed. */
    public boolean areGiven() {
        return request.areGiven() || malleable.isGiven();
    }

    /** Whether the job can run with more and with less. */
    boolean isMalleable() {
        return malleable.isGiven();
    }

    /** The jobspec of a command. */
    public Jobspec jobspec(List<String> command) {
        return malleable.isGiven() ? request.malleable(command) : request.jobspec(command);
    }

    /** The jobspec of a file, as the options complete it. */
    Jobspec read(String file, String text) {
        if (!environment.isEmpty()) {
            throw CommandFailure.wrongUse("--env cannot be used with a JOBSPEC, which sets the environment itself");
        }
        return request.read(JobspecInput.submitted(text, JobspecInput.name(file)));
    }

    /**
     * The request to submit a job.
     *
     * @param jobspec of the job, without what these options add
     * @param usualName where they give no name
     * @throws CommandFailure wrong use, where they contradict each other
     */
    public JobRequest.Submit request(Jobspec jobspec, String usualName) {
        if (malleable.isIncomplete()) {
            throw CommandFailure.wrongUse(
                    "--rescale-signal, --rescale-command, --times and --rescale-time require --malleable");
        }
        ArrayOption jobs = array == null
                ? new ArrayOption(IdSet.empty(), 0)
                : CheckedValues.value(() -> ArrayOption.parse(Objects.requireNonNull(array)));
        Jobspec complete = conditional.apply(export.apply(placed(jobspec)));
        return CheckedValues.value(() -> new JobRequest.Submit(
                complete, name == null ? usualName : name, urgency(), jobs.indices(), jobs.atOnce()));
    }

    private int urgency() {
        if (hold && urgency != null) {
            throw CommandFailure.wrongUse(
                    "--hold cannot be used with --urgency: 'banyan urgency' sets the urgency of a held job and releases it");
        }
        if (urgency != null && urgency == Submission.HELD) {
            throw CommandFailure.wrongUse("--urgency must be at least 1; use --hold to hold the job");
        }
        return hold ? Submission.HELD : urgency == null ? Submission.USUAL_URGENCY : urgency;
    }

    /** The jobspec with its queue, account, working directory and variables. */
    private Jobspec placed(Jobspec jobspec) {
        return CheckedValues.value(() -> {
            Attributes attributes = jobspec.attributes();
            if (queue != null) {
                attributes = attributes.inQueue(queue, attributes.constraint());
            }
            if (account != null) {
                attributes = attributes.paidBy(account);
            }
            if (directory != null) {
                attributes = attributes.in(ExportOption.workingDirectory(
                                Path.of(directory).toAbsolutePath().normalize())
                        .toString());
            }
            var placed = new Jobspec(
                    jobspec.version(), jobspec.resources(), jobspec.tasks(), attributes.withVariables(variables()));
            Jobspec known = slurmVariables ? withSlurmVariables(placed) : placed;
            return malleable.isGiven() ? malleable.applied(known) : known;
        });
    }

    private static Jobspec withSlurmVariables(Jobspec jobspec) {
        Map<String, ?> system = ShellOptions.with(jobspec.attributes().system(), true, ShellOptions.SLURM_ENV);
        return jobspec.with(ShellOptions.SHELL, Objects.requireNonNull(system.get(ShellOptions.SHELL)));
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String variable : environment) {
            String key = ExportOption.nameIn("--env", variable);
            variables.put(key, export.value("--env", variable).orElse(""));
        }
        return variables;
    }
}
