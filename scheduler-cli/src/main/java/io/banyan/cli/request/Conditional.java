package io.banyan.cli.request;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Dependency;
import io.banyan.jobspec.Extensions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.NodeProfile;
import io.banyan.jobspec.ShellOptions;
import io.banyan.jobspec.SubmissionCheck;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The conditions of a job's start, and its files: options that apply to any jobspec. */
final class Conditional {
    private static final String DEPENDENCIES = "dependencies";

    @Option(
            names = {"--after", "--dependency"},
            paramLabel = "HOW:JOBS",
            description = "Start after other jobs: afterok:17 (completed), afterany:3-5 (ended), afternotok:8 "
                    + "(started and failed), afterexcept:8 (started, then cancelled, timed out or lost a "
                    + "node), after:8 (started), singleton (all earlier jobs with this name and user have "
                    + "ended). All named jobs must meet the condition; with '?any=true', as in "
                    + "'afternotok:3-5?any=true', one is enough. Repeated options must all hold.")
    private List<String> after = List.of();

    @Option(
            names = "--begin",
            paramLabel = "TIME",
            description = "Earliest start: 30m or 2h from now, or 2026-11-23T18:30.")
    private @Nullable String begin;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "Deadline: 6h from now, or 2026-11-24T08:00. The job is cancelled if it can no longer "
                    + "end in time; --time gives its duration.")
    private @Nullable String deadline;

    @Option(
            names = "--until-deadline",
            description = "With --deadline, in a queue that books jobs: go on after --time until the deadline, while "
                    + "no other job has booked the resources.")
    private boolean untilDeadline;

    @Option(
            names = "--profile",
            paramLabel = "TIME=N,...",
            description = "Nodes that the job needs from times after its start on: 0=1,10m=4,40m=2. A queue that books "
                    + "jobs by the match policy foresight books them instead of the most.")
    private @Nullable String profile;

    @Option(
            names = "--reservation",
            paramLabel = "NAME",
            description = "Run only in this reservation ('banyan reservation list').")
    private @Nullable String reservation;

    @Option(
            names = "--checkpoint",
            paramLabel = "TIME",
            description =
                    "Time that a preempted job has after SIGTERM to save its state in $BANYAN_CHECKPOINT_DIR, from which it continues later.")
    private @Nullable String checkpoint;

    @Option(
            names = "--restart-time",
            paramLabel = "TIME",
            description = "With --checkpoint: time that the job needs to restore its state (default: the "
                    + "checkpoint time). The elastic policy benefit uses it.")
    private @Nullable String restartTime;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File for standard output (default: 'banyan logs' prints it). Placeholders: %%j job id, "
                    + "%%x job name, %%u user, %%N first node, %%A id of the first job of the array, %%a array "
                    + "index; %%4j pads with zeros.")
    private @Nullable String output;

    @Option(
            names = {"-e", "--error"},
            paramLabel = "FILE",
            description = "File for standard error (default: the file of standard output).")
    private @Nullable String errors;

    @Option(
            names = "--open-mode",
            paramLabel = "append|truncate",
            description = "Whether output files are appended to (default) or truncated when the job starts.")
    private @Nullable String mode;

    @Option(names = "--label-io", description = "Prefix each line of output with the task number, such as '0: '.")
    private boolean labels;

    /** The jobspec with all that in it. */
    Jobspec apply(Jobspec jobspec) {
        Map<String, @Nullable Object> system =
                new LinkedHashMap<>(jobspec.attributes().system());
        List<Object> all = new ArrayList<>();
        if (system.get(DEPENDENCIES) instanceof List<?> said) {
            all.addAll(said);
        }
        after.forEach(text -> all.add(dependency(text)));
        if (begin != null) {
            all.add(Map.of(
                    "scheme", "begin-time", "value", Long.toString(Moment.later("--begin", begin, Instant.now()))));
        }
        if (!all.isEmpty()) {
            system.put(DEPENDENCIES, all);
        }
        if (deadline != null) {
            say(system, Extensions.DEADLINE, Moment.later("--deadline", deadline, Instant.now()));
        }
        if (untilDeadline && deadline == null) {
            throw CommandFailure.wrongUse("--until-deadline requires --deadline");
        }
        if (untilDeadline) {
            say(system, Extensions.END, Extensions.DEADLINE);
        }
        if (reservation != null) {
            say(system, Extensions.RESERVATION, reservation);
        }
        if (profile != null) {
            say(system, Extensions.PROFILE, profile(profile).value());
        }
        sayCheckpoint(system);
        OutputFiles.requireName(output);
        system = written(written(system, "stdout", output), "stderr", errors);
        if (mode != null) {
            system = ShellOptions.with(system, mode, "output", "mode");
        }
        if (labels) {
            system = ShellOptions.with(system, true, "output", "stdout", "label");
            system = ShellOptions.with(system, true, "output", "stderr", "label");
        }
        return checked(jobspec, system);
    }

    private static NodeProfile profile(String text) {
        List<NodeProfile.Entry> entries = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            int sign = word.indexOf('=');
            if (sign < 1 || !word.substring(sign + 1).matches("[0-9]{1,9}")) {
                throw CommandFailure.wrongUse(
                        "--profile must be TIME=NODES,... such as 0=1,10m=4, found '" + word + "'");
            }
            String time = word.substring(0, sign);
            long atSec = time.equals("0") ? 0 : Durations.seconds("--profile", time);
            int nodes = Integer.parseInt(word.substring(sign + 1));
            entries.add(CheckedValues.value(() -> new NodeProfile.Entry(atSec, nodes)));
        }
        return CheckedValues.value(() -> new NodeProfile(entries));
    }

    private static Map<String, @Nullable Object> written(
            Map<String, @Nullable Object> system, String stream, @Nullable String file) {
        return file == null
                ? system
                : ShellOptions.with(
                        ShellOptions.with(system, "file", "output", stream, "type"), file, "output", stream, "path");
    }

    private void sayCheckpoint(Map<String, @Nullable Object> system) {
        String write = checkpoint;
        String restart = restartTime;
        if (write == null && restart != null) {
            throw CommandFailure.wrongUse("--restart-time requires --checkpoint");
        }
        if (write != null) {
            Map<String, Object> times = new LinkedHashMap<>();
            times.put("within", CheckedValues.value(() -> Durations.seconds("--checkpoint", write)));
            if (restart != null) {
                times.put("restart", CheckedValues.value(() -> Durations.seconds("--restart-time", restart)));
            }
            say(system, Extensions.CHECKPOINT, times);
        }
    }

    private static void say(Map<String, @Nullable Object> system, String key, Object value) {
        Map<Object, @Nullable Object> own = new LinkedHashMap<>();
        if (system.get(Extensions.KEY) instanceof Map<?, ?> said) {
            own.putAll(said);
        }
        own.put(key, value);
        system.put(Extensions.KEY, own);
    }

    /** Checks the values that need no daemon. */
    private static Jobspec checked(Jobspec jobspec, Map<String, @Nullable Object> system) {
        Attributes old = jobspec.attributes();
        try {
            var changed = new Jobspec(
                    jobspec.version(),
                    jobspec.resources(),
                    jobspec.tasks(),
                    new Attributes(
                            old.durationSec(),
                            old.queue(),
                            old.constraint(),
                            old.cwd(),
                            old.environment(),
                            system,
                            old.user()));
            var unused = Conditions.of(changed);
            SubmissionCheck.check(changed);
            return changed;
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Parses a dependency in the form that RFC 26 has on a command line: {@code SCHEME:VALUE[?KEY=VALUE[&KEY=VALUE]]}.
     */
    private static Map<String, String> dependency(String text) {
        int sign = text.indexOf(':');
        if (text.equals(Dependency.Scheme.SINGLETON.word())) {
            return Map.of("scheme", text, "value", "");
        }
        if (sign < 0) {
            throw CommandFailure.wrongUse("--dependency must be one of "
                    + String.join(", ", Dependency.Scheme.words())
                    + " with job ids, such as afterok:17, found '"
                    + text + "'");
        }
        Map<String, String> dependency = new LinkedHashMap<>();
        dependency.put("scheme", text.substring(0, sign));
        int question = text.indexOf('?');
        dependency.put("value", text.substring(sign + 1, question < 0 ? text.length() : question));
        for (String option : question < 0
                ? List.<String>of()
                : List.of(text.substring(question + 1).split("[&;]", -1))) {
            int equals = option.indexOf('=');
            if (equals < 0 || !option.substring(0, equals).equals("any")) {
                throw CommandFailure.wrongUse(
                        "the option after '?' must be any=true or any=false, found '" + option + "'");
            }
            dependency.put("any", option.substring(equals + 1));
        }
        return dependency;
    }
}
