package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.Jobspec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The job that a command submits: a batch script, a jobspec, or a command with options for its resources. */
public final class JobArguments {
    private static final String WORDS = "SCRIPT | JOBSPEC | COMMAND";
    private static final String NO_COMMAND =
            "a command requires -n, -N or --malleable to set its size, or '--' before it";
    private static final String STANDARD_INPUT = "-";
    private static final String SEPARATOR = "--";

    @Mixin
    private final JobOptions options;

    @Option(
            names = "--lenient",
            description = "Ignore script directives that are not supported, with a message for each.")
    private boolean lenient;

    @Parameters(
            paramLabel = WORDS,
            arity = "0..*",
            parameterConsumer = Words.class,
            description = "Batch script (a file that begins with #!) with its arguments; jobspec file; '-' for "
                    + "either on standard input; or a command: a program, or any words after '--' or after "
                    + "options that set the size. Words after a script or program are its arguments.")
    private List<String> words = new ArrayList<>();

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    private static final String MISSING = "a batch script, a jobspec or a command is missing";

    private final Terminal terminal;
    private final Precedence precedence;
    private @Nullable JobOptions effective;

    /**
     * The meaning of a script where options describe the resources: a batch script, or a program that each task runs.
     */
    public enum Precedence {
        BATCH_SCRIPT,
        PROGRAM
    }

    public JobArguments(Terminal terminal, Precedence precedence) {
        this.terminal = terminal;
        this.precedence = precedence;
        this.options = new JobOptions(terminal);
    }

    /** Takes the words that are no options, one at a time. All behind a batch script or a program are its arguments. */
    private static final class Words implements IParameterConsumer {
        @Override
        @SuppressWarnings("JdkObsolete") // The interface is that of the library.
        public void consumeParameters(Stack<String> rest, ArgSpec argument, CommandSpec command) {
            List<String> words = argument.getValue();
            boolean isFirst = words.isEmpty();
            String word = rest.pop();
            words.add(word);
            boolean hasArguments = isFirst && (BatchScript.isFile(word) || Program.isMeant(word));
            while (hasArguments && !rest.isEmpty()) {
                words.add(rest.pop());
            }
        }
    }

    /** Whether the job itself comes on standard input. */
    public boolean readsStandardInput() {
        return words.isEmpty() || (!isCommand() && words.getFirst().equals(STANDARD_INPUT));
    }

    /**
     * Requires that the job is not named here.
     *
     * @throws CommandFailure with this sentence, where it is
     */
    public void requireNoWords(String why) {
        if (!words.isEmpty()) {
            throw CommandFailure.wrongUse(why);
        }
    }

    /** Whether the jobspec is to be printed, and nothing else to be done. */
    public boolean isDryRun() {
        return options.resources().isDryRun();
    }

    /** The options that hold, those of a script among them; known after the request. */
    public JobOptions options() {
        return effective == null ? options : effective;
    }

    /**
     * The request to submit the job.
     *
     * @throws CommandFailure where there is none, or it cannot be read
     */
    public JobRequest.Submit request() {
        if (!words.isEmpty() && words.getFirst().isBlank()) {
            throw CommandFailure.wrongUse(WORDS + " is empty");
        }
        if (isCommand()) {
            return options.request(options.jobspec(words), "");
        }
        String file = file();
        List<String> arguments = words.isEmpty() ? List.of() : words.subList(1, words.size());
        String text = JobspecInput.text(file, terminal);
        if (words.isEmpty() && text.isBlank()) {
            throw CommandFailure.wrongUse(MISSING + ", and standard input is empty");
        }
        if (BatchScript.isScript(text)) {
            return request(new BatchScript(JobspecInput.name(file), text, arguments));
        }
        BatchScript.requireNone(JobspecInput.name(file), text);
        if (!arguments.isEmpty()) {
            throw CommandFailure.wrongUse(NO_COMMAND);
        }
        return options.request(options.read(file, text), "");
    }

    /** The jobspec of a request with the name of the job in it. */
    public static Jobspec named(JobRequest.Submit request) {
        return request.name().isEmpty()
                ? request.jobspec()
                : request.jobspec().with("job", Map.of("name", request.name()));
    }

    private JobRequest.Submit request(BatchScript script) {
        ScriptOptions.Result result =
                ScriptOptions.request(script, List.of(), command(), terminal, Leniency.of(lenient));
        effective = result.options();
        return result.request();
    }

    /**
     * Whether the words are a command: behind {@code --}, where they can only be one, or where options say how much it
     * is to have, and no script is meant.
     */
    public boolean isCommand() {
        if (words.isEmpty()) {
            return false;
        }
        if (isSeparated() || options.isMalleable() || Program.isMeant(words.getFirst())) {
            return true;
        }
        boolean isScript = precedence == Precedence.BATCH_SCRIPT && BatchScript.isFile(words.getFirst());
        if (!options.areGiven() || isScript || words.getFirst().equals(STANDARD_INPUT)) {
            return false;
        }
        // Else a jobspec would be run as a program.
        return !JobspecInput.isNamed(words.getFirst());
    }

    /** Whether {@code --} stands directly before the words. */
    private boolean isSeparated() {
        List<String> all = command().commandLine().getParseResult().originalArgs();
        int before = all.size() - words.size() - 1;
        return before >= 0
                && all.get(before).equals(SEPARATOR)
                && all.subList(before + 1, all.size()).equals(words);
    }

    private CommandSpec command() {
        return Optional.ofNullable(command)
                .orElseThrow(() -> new IllegalStateException("these arguments do not belong to a command"));
    }

    private String file() {
        if (words.isEmpty()) {
            if (terminal.isInteractive()) {
                throw CommandFailure.wrongUse(MISSING);
            }
            return STANDARD_INPUT;
        }
        String file = words.getFirst();
        boolean isMissing = !file.equals(STANDARD_INPUT) && Files.notExists(Path.of(file));
        if (isMissing && words.size() > 1 && !BatchScript.isNamed(file)) {
            throw CommandFailure.wrongUse(NO_COMMAND);
        }
        if (isMissing) {
            throw CommandFailure.no(file
                    + ": no such file\nMaybe -n or -N is missing: a command requires one of them, or '--' before it; otherwise '"
                    + file + "' must be a script or jobspec file.");
        }
        return file;
    }
}
