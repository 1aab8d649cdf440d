package io.banyan.jobspec;

import io.banyan.resource.ChosenNames;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The checks of a submitted jobspec, beyond those of the reader. A match runs no tasks, and accepts more.
 *
 * <p>Any thread may call it. O(size of the attributes).
 */
public final class SubmissionCheck {
    /** The most variables of a job's environment. */
    public static final int MOST_VARIABLES = 4_096;

    /** The most characters of a job's environment, names and values together. */
    public static final int MOST_CHARACTERS = 256 << 10;

    /** The most characters of one variable: Linux starts no program with a longer one. */
    public static final int LONGEST_VARIABLE = (128 << 10) - 2;

    private static final int SHOWN = 40;
    private static final String EXEC = "exec";
    /** The system attributes that have an effect. */
    private static final List<String> HONOURED = Stream.concat(
                    AttributesGrammar.INTERPRETED.stream(),
                    Stream.of(
                            Extensions.KEY,
                            Malleability.KEY,
                            Attributes.BANK,
                            "dependencies",
                            EXEC,
                            JobFiles.KEY,
                            Attributes.JOB,
                            "shell"))
            .toList();

    private SubmissionCheck() {}

    /**
     * Checks a jobspec.
     *
     * @throws IllegalArgumentException with one sentence, where it cannot be submitted
     */
    public static void check(Jobspec jobspec) {
        Attributes attributes = jobspec.attributes();
        attributes.cwd().ifPresent(SubmissionCheck::requireDirectory);
        requireEnvironment(attributes.environment());
        var unusedOptions = ShellOptions.of(attributes);
        var unusedFiles = JobFiles.of(attributes);
        requireHonoured(attributes);
        jobspec.tasks().forEach(SubmissionCheck::requireHonoured);
    }

    private static void requireHonoured(Attributes attributes) {
        Map<?, ?> unused = ShellOptions.known("system", attributes.system(), HONOURED);
        attributes.jobName().ifPresent(name -> ChosenNames.require(name, "a job's name"));
        requireAccount(attributes.system().get(Attributes.BANK));
        Map<?, ?> exec = ShellOptions.known(EXEC, attributes.system().get(EXEC), "test");
        Map<?, ?> unusedTest = ShellOptions.known("exec.test", exec.get("test"), "run_duration");
    }

    private static void requireAccount(@Nullable Object bank) {
        if (bank != null && !(bank instanceof String)) {
            throw new IllegalArgumentException(
                    "'bank' must be the name of an account, found " + ChosenNames.shown(String.valueOf(bank)));
        }
        if (bank instanceof String account && !account.isEmpty()) {
            var unused = ChosenNames.requireShort(account, "an account's name");
        }
    }

    private static void requireHonoured(Task task) {
        if (task.distribution().isPresent()) {
            throw new IllegalArgumentException("'distribution' of a task is not supported here");
        }
        Map<?, ?> unused = ShellOptions.known("attributes of a task", task.attributes());
    }

    private static void requireDirectory(String cwd) {
        if (!cwd.startsWith("/") || cwd.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("'cwd' must be an absolute path, found '" + shown(cwd) + "'");
        }
    }

    /**
     * Checks the variables of a job or of a command. The message names no value.
     *
     * @throws IllegalArgumentException with one sentence, where a process cannot have them, or they are too many
     */
    public static void requireEnvironment(Map<String, String> environment) {
        if (environment.size() > MOST_VARIABLES) {
            throw new IllegalArgumentException(
                    "an environment can have at most " + MOST_VARIABLES + " variables, found " + environment.size());
        }
        long characters = 0;
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            String name = variable.getKey();
            String value = variable.getValue();
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0 || value.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(
                        "the name of a variable must not contain '=', and a variable must not contain NUL, found '"
                                + shown(name.replace('\0', ' ')) + "'");
            }
            long length = (long) name.length() + value.length();
            if (length > LONGEST_VARIABLE) {
                throw new IllegalArgumentException("a variable can have at most " + LONGEST_VARIABLE
                        + " characters including its name, but '" + shown(name) + "' has " + length);
            }
            characters += length;
        }
        if (characters > MOST_CHARACTERS) {
            throw new IllegalArgumentException("an environment can have at most " + MOST_CHARACTERS
                    + " characters, names and values together, found " + characters
                    + "\nMaybe --export=NONE, or --export=NAME,... with those that the job needs.");
        }
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
