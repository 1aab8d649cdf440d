package io.banyan.cli.request;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.SubmissionCheck;
import io.banyan.rpc.process.ProcessLimits;
import io.banyan.rpc.process.ProcessSettings;
import io.banyan.rpc.process.ShellVariables;
import io.banyan.rpc.process.Umask;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/**
 * The settings that a job or a command takes over from the shell: variables, working directory, umask and soft limits.
 */
public final class ExportOption {
    private static final String ALL = "ALL";
    private static final String NONE = "NONE";
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    /**
     * The variables that the daemon sets from the user database and from a process's resources, and the internal ones
     * of a shell.
     */
    private static final Set<String> NOT_EXPORTED = Set.of(
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "CUDA_VISIBLE_DEVICES",
            "ROCR_VISIBLE_DEVICES",
            "ZE_AFFINITY_MASK",
            "PMI_PORT",
            "PMI_ID",
            "PWD",
            "OLDPWD",
            "SHLVL",
            "_");
    /** The variables of this command, and of a job in which it runs. */
    private static final String OWN = "BANYAN_";

    @Option(
            names = "--export",
            paramLabel = "NAMES",
            split = ",",
            description = {
                "Variables of this shell for the job: ALL (default), NONE, or a list of NAME and "
                        + "NAME=VALUE; ALL in the list adds all others.",
                "HOME, USER, LOGNAME and SHELL come from the user database, and BANYAN_* and "
                        + "CUDA_VISIBLE_DEVICES from the daemon, unless the list names them."
            })
    private List<String> export = List.of(ALL);

    private final ShellEnvironment here;
    private final Consumer<String> warnings;

    /** Option whose warnings are printed on a terminal. */
    public ExportOption(Terminal terminal) {
        this(ShellEnvironment.ofThisProcess(), terminal.err()::println);
    }

    ExportOption(ShellEnvironment here, Consumer<String> warnings) {
        this.here = here;
        this.warnings = warnings;
    }

    /**
     * Returns a jobspec with the variables of this command. Variables of the jobspec take precedence, and named
     * variables of the list take precedence over both.
     */
    public Jobspec apply(Jobspec jobspec) {
        return CheckedValues.value(() -> {
            Attributes attributes = jobspec.attributes()
                    .submittedFrom(
                            jobspec.attributes()
                                    .cwd()
                                    .orElseGet(() -> workingDirectory().toString()),
                            inherited(),
                            Umask.ofThisProcess(),
                            ProcessLimits.ofThisProcess().soft())
                    .withVariables(named());
            SubmissionCheck.requireEnvironment(attributes.environment());
            return new Jobspec(jobspec.version(), jobspec.resources(), jobspec.tasks(), attributes);
        });
    }

    /** The settings that a command gets from here. */
    public ProcessSettings settings() {
        Map<String, String> environment = new LinkedHashMap<>(inherited());
        environment.putAll(named());
        return new ProcessSettings(
                environment,
                Umask.ofThisProcess(),
                ProcessLimits.ofThisProcess().soft());
    }

    /**
     * The working directory of this command.
     *
     * @throws CommandFailure where its name is not valid UTF-8
     */
    public static Path workingDirectory() {
        return workingDirectory(Path.of("").toAbsolutePath());
    }

    static Path workingDirectory(Path path) {
        if (!Texts.isDecoded(path.toString())) {
            throw CommandFailure.wrongUse("the name of the working directory is not valid UTF-8: " + path);
        }
        return path;
    }

    private Map<String, String> inherited() {
        Map<String, String> inherited = new TreeMap<>();
        if (export.contains(ALL)) {
            here.decoded().forEach((name, value) -> {
                if (isInherited(name)) {
                    inherited.put(name, value);
                }
            });
            String left = here.undecodable().stream()
                    .filter(ExportOption::isInherited)
                    .collect(Collectors.joining(", "));
            if (!left.isEmpty()) {
                warnings.accept("banyan: Not exported, because the value is not valid UTF-8: " + left);
            }
        }
        return inherited;
    }

    private static boolean isInherited(String name) {
        return VARIABLE.matcher(name).matches()
                && ShellVariables.canBeExported(name)
                && !NOT_EXPORTED.contains(name)
                && !name.startsWith(OWN);
    }

    private Map<String, String> named() {
        if (export.contains(NONE) && export.size() > 1) {
            throw new IllegalArgumentException("--export=NONE cannot be combined with other names");
        }
        Map<String, String> named = new LinkedHashMap<>();
        for (String item : export) {
            if (!item.equals(ALL) && !item.equals(NONE)) {
                String name = nameIn("--export", item);
                value("--export", item).ifPresent(value -> named.put(name, value));
            }
        }
        return named;
    }

    /** The value in NAME=VALUE, or the one that NAME has here; empty where it has none. */
    Optional<String> value(String option, String item) {
        int sign = item.indexOf('=');
        return sign < 0 ? here.get(option, item) : Optional.of(item.substring(sign + 1));
    }

    /** The name in NAME=VALUE or NAME, which is one that a shell can set. */
    static String nameIn(String option, String item) {
        int sign = item.indexOf('=');
        String name = sign < 0 ? item : item.substring(0, sign);
        if (!VARIABLE.matcher(name).matches()) {
            throw new IllegalArgumentException(option
                    + " must be NAME=VALUE or NAME, with a name of letters, digits and _ such as OMP_NUM_THREADS, found '"
                    + item + "'");
        }
        if (!ShellVariables.canBeExported(name)) {
            throw new IllegalArgumentException(option + " cannot set " + name + ": shells reserve this variable");
        }
        return name;
    }
}
