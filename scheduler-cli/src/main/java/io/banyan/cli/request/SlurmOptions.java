package io.banyan.cli.request;

import static io.banyan.cli.request.ForeignOption.Argument.BLANK_OR_MORE;
import static io.banyan.cli.request.ForeignOption.Argument.NONE;
import static io.banyan.cli.request.ForeignOption.Argument.OPTIONAL;
import static io.banyan.cli.request.ForeignOption.Argument.REQUIRED;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The options of sbatch, srun and salloc (Slurm 24.05), and their translations. */
final class SlurmOptions {
    private static final String NOT_HERE = "Banyan has no equivalent";
    private static final String ON_COMMAND_LINE = "use it on the command line of 'banyan submit'";

    /** Options with values for which there is nothing. */
    private static final String VALUES_NOT_HERE = """
            --acctg-freq --batch --bb --bbf --cluster-constraint --comment --container --container-id \
            --core-spec --cores-per-socket --cpu-freq --delay-boot --export-file --extra --extra-node-info \
            --gid --gpu-bind --gpu-freq --gpus-per-socket --gres-flags --hint --mcs-label --mem-bind \
            --mincpus --network --ntasks-per-core --ntasks-per-gpu --ntasks-per-socket --power --prefer \
            --profile --propagate --sockets-per-node --switches --thread-spec --threads-per-core \
            --time-min --tmp --tres-bind --tres-per-task --uid --wait-all-nodes --wckey""";

    /** Options without values for which there is nothing. */
    private static final String FLAGS_NOT_HERE = """
            --contiguous --no-kill --overcommit --reboot --spread-job --stepmgr --use-min-nodes \
            --get-user-env --resv-ports""";

    /** The options of sbatch, which scripts can have as directives. */
    static final ForeignOptions TABLE = table();

    /** The options of srun. */
    static final ForeignOptions SRUN = srun();

    /** The options of salloc. */
    static final ForeignOptions SALLOC = salloc();

    private final ForeignOptionsBuilder all = new ForeignOptionsBuilder();

    private SlurmOptions() {}

    private static ForeignOptions table() {
        var options = new SlurmOptions();
        options.addResources();
        options.addJob();
        options.addFiles();
        options.addWithoutEffect();
        options.addMeaningless();
        return options.all.build("sbatch");
    }

    private static ForeignOptions srun() {
        SlurmOptions options = withoutScript();
        options.addOfSrun();
        return options.all.build("srun");
    }

    private static ForeignOptions salloc() {
        SlurmOptions options = withoutScript();
        options.all.remove(Set.of("--output", "--error", "--open-mode"));
        Stream.of("--bell", "--no-bell").forEach(name -> options.all.holds(NONE, "only changes messages", name));
        Stream.of("--no-shell", "--immediate", "--kill-command")
                .forEach(name ->
                        options.all.meaningless(name.equals("--no-shell") ? NONE : OPTIONAL, NOT_HERE, names(name)));
        return options.all.build("salloc");
    }

    private static SlurmOptions withoutScript() {
        var options = new SlurmOptions();
        options.addResources();
        options.addJob();
        options.addFiles();
        options.addWithoutEffect();
        options.addMeaningless();
        options.all.remove(Set.of("--array", "--wrap", "--parsable", "--wait"));
        return options;
    }

    private void addOfSrun() {
        all.remove(Set.of("--input"));
        all.same("--input", "a task, all, none, or a file", "-i", "--input");
        all.flag("--label-io", "-l", "--label");
        all.flag("--pty", "--pty");
        all.holds(REQUIRED, "each task is bound to its cores", "--cpu-bind");
        all.becomes(REQUIRED, "PMI-1", "none or pmi2", SlurmValues::mpi, "--mpi");
        all.holds(NONE, "a task has its own cores", "--exact");
        all.holds(NONE, "steps share the job", "--overlap");
        all.holds(NONE, "output is not buffered", "-u", "--unbuffered");
        all.holds(NONE, "variables are passed on", "-E", "--preserve-env");
        all.holds(NONE, "only changes messages", "-X", "--disable-status");
        all.meaningless(OPTIONAL, "the other tasks continue", "-K", "--kill-on-bad-exit");
        all.meaningless(REQUIRED, "it selects a job from outside that job", "--jobid");
        all.meaningless(REQUIRED, "the other tasks continue", "-W", "--wait");
        Stream.of(
                        "--bcast",
                        "--epilog",
                        "--het-group",
                        "--prolog",
                        "--relative",
                        "--task-epilog",
                        "--task-prolog",
                        "--threads")
                .forEach(name -> all.meaningless(REQUIRED, NOT_HERE, names(name)));
        Stream.of("--immediate", "--multi-prog", "--no-allocate", "--quit-on-interrupt")
                .forEach(name -> all.meaningless(name.equals("--immediate") ? OPTIONAL : NONE, NOT_HERE, names(name)));
    }

    private void addResources() {
        all.same("--nodes", "alone, whole nodes", "-N", "--nodes");
        all.same("--tasks", "", "-n", "--ntasks");
        all.same("--tasks-per-node", "", "--ntasks-per-node", "--tasks-per-node");
        all.same("--cores-per-task", "a core, and not a hardware thread", "-c", "--cpus-per-task");
        all.becomes(
                REQUIRED,
                "--gpus",
                "divided among the tasks, or shared; without a GPU type",
                SlurmValues::gpus,
                "-G",
                "--gpus");
        all.becomes(
                REQUIRED,
                "--gpus-per-node",
                "divided among the tasks of a node, or shared; without a GPU type",
                SlurmValues::gpusPerNode,
                "--gpus-per-node");
        all.becomes(REQUIRED, "--gpus-per-task", "without a GPU type", SlurmValues::gpusPerTask, "--gpus-per-task");
        all.becomes(REQUIRED, "--gpus-per-node", "gpu:N only", SlurmValues::gres, "--gres");
        all.same("--mem", "rounded up to whole GB", "--mem");
        all.same("--mem-per-core", "rounded up to whole GB for each task", "--mem-per-cpu");
        all.becomes(OPTIONAL, "--exclusive", "without a value", SlurmValues::exclusive, "--exclusive");
        all.same("--constraint", "& | ! and parentheses; no counts and no brackets", "-C", "--constraint");
        all.same("--nodelist", "only these nodes; no file", "-w", "--nodelist");
        all.same("--exclude", "no file", "-x", "--exclude");
        all.same("--time", "", "-t", "--time");
        all.becomes(REQUIRED, "--queue", "one queue", SlurmValues::partition, "-p", "--partition");
        all.same("--reservation", "", "--reservation");
    }

    private void addJob() {
        all.same("--account", "", "-A", "--account");
        all.same("--name", "", "-J", "--job-name");
        all.same("--array", "", "-a", "--array");
        all.becomes(REQUIRED, "--begin", "now+1hour, or a date and time", SlurmValues::begin, "-b", "--begin");
        all.becomes(REQUIRED, "--deadline", "now+1hour, or a date and time", SlurmValues::deadline, "--deadline");
        all.becomes(
                BLANK_OR_MORE,
                "--dependency",
                "after, afterany, afternotok, afterok, singleton",
                SlurmValues::dependency,
                "-d",
                "--dependency");
        all.becomes(
                REQUIRED,
                "--export",
                "",
                value -> List.of("--export=" + (value.equals("NIL") ? "NONE" : value)),
                "--export");
        all.flag("--hold", "-H", "--hold");
        all.same("--chdir", "", "-D", "--chdir", "--workdir");
    }

    private void addFiles() {
        all.becomes(REQUIRED, "--output", "", value -> SlurmValues.file("--output", value), "-o", "--output");
        all.becomes(REQUIRED, "--error", "", value -> SlurmValues.file("--error", value), "-e", "--error");
        all.becomes(REQUIRED, "--input", "", SlurmValues::input, "-i", "--input");
        all.same("--open-mode", "default: append", "--open-mode");
    }

    private void addWithoutEffect() {
        all.holds(NONE, "a job is not requeued unless the instance is configured to requeue jobs", "--no-requeue");
        all.holds(NONE, "several jobs share a node", "-s", "--oversubscribe");
        all.holds(OPTIONAL, "a job whose dependency can no longer be met is cancelled", "--kill-on-invalid-dep");
        all.holds(NONE, "directives of PBS are comments", "--ignore-pbs");
        all.holds(NONE, "only changes messages", "-v", "--verbose");
        all.holds(NONE, "only changes messages", "-Q", "--quiet");
    }

    private void addMeaningless() {
        all.meaningless(NONE, ON_COMMAND_LINE, "--parsable");
        all.meaningless(NONE, ON_COMMAND_LINE, "-W", "--wait");
        all.meaningless(NONE, ON_COMMAND_LINE + "; --dry-run shows what would be submitted", "--test-only");
        all.meaningless(REQUIRED, "write the command after '--' on the command line", "--wrap");
        all.meaningless(REQUIRED, "Banyan sends no mail", "--mail-type");
        all.meaningless(REQUIRED, "Banyan sends no mail", "--mail-user");
        all.meaningless(REQUIRED, "the queue sets the priority (-p)", "-q", "--qos");
        all.meaningless(OPTIONAL, "'banyan submit --urgency' sets the order among jobs", "--nice");
        all.meaningless(REQUIRED, "'banyan submit --urgency' sets the order among jobs", "--priority");
        all.meaningless(NONE, "'on-lost: requeue' in a jobspec applies to lost nodes", "--requeue");
        all.meaningless(REQUIRED, "'banyan submit --checkpoint' gives the job time after SIGTERM", "--signal");
        all.meaningless(REQUIRED, "a jobspec can request licenses", "-L", "--licenses");
        all.meaningless(REQUIRED, "'banyan submit --mem-per-task' sets the memory of each task", "--mem-per-gpu");
        all.meaningless(REQUIRED, "--cpus-per-task sets the number of cores of each task", "--cpus-per-gpu");
        Stream.of(VALUES_NOT_HERE.split(" ", -1))
                .forEach(name ->
                        all.meaningless(name.equals("--propagate") ? OPTIONAL : REQUIRED, NOT_HERE, names(name)));
        Stream.of(FLAGS_NOT_HERE.split(" ", -1))
                .forEach(name -> all.meaningless(
                        name.equals("--get-user-env") || name.equals("--no-kill") ? OPTIONAL : NONE,
                        NOT_HERE,
                        names(name)));
        all.meaningless(REQUIRED, "'banyan submit --instance' names another instance", "-M", "--clusters");
        all.meaningless(REQUIRED, "tasks are in blocks, in the order of the nodes", "-m", "--distribution");
    }

    /** The name with the letter that stands for it. */
    private static String[] names(String name) {
        return switch (name) {
            case "--core-spec" -> new String[] {"-S", name};
            case "--extra-node-info" -> new String[] {"-B", name};
            case "--no-kill" -> new String[] {"-k", name};
            case "--immediate" -> new String[] {"-I", name};
            case "--kill-command" -> new String[] {"-K", name};
            case "--no-allocate" -> new String[] {"-Z", name};
            case "--relative" -> new String[] {"-r", name};
            case "--threads" -> new String[] {"-T", name};
            case "--overcommit" -> new String[] {"-O", name};
            default -> new String[] {name};
        };
    }
}
