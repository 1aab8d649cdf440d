package io.banyan.jobspec;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The standard input of the processes of a job: {@code attributes.system.shell.options.input.stdin}. */
public sealed interface InputOptions {
    /** The standard input of every process is empty. */
    record Nothing() implements InputOptions {}

    /** Every process reads a file. */
    record File(OutputName name) implements InputOptions {}

    /**
     * One process, or each, reads the submitter's input while the job runs.
     *
     * @param task the number of the process; empty for each
     */
    record Submitter(OptionalLong task) implements InputOptions {}

    /**
     * One process runs on a pseudo-terminal whose other end its submitter has while the job runs.
     *
     * @param task the number of the process
     */
    record Terminal(long task) implements InputOptions {}

    /** The value of {@code type} of a terminal. */
    String TERMINAL = "terminal";

    /** The value of {@code ranks} with which every process reads the submitter's input. */
    String EVERY = "all";

    /** Reads the options. */
    static InputOptions of(@Nullable Object said) {
        Map<?, ?> input = ShellOptions.known("input", said, "stdin");
        Map<?, ?> stdin = ShellOptions.known("input.stdin", input.get("stdin"), "type", "path", "ranks");
        if (stdin.isEmpty()) {
            return new Nothing();
        }
        Object path = stdin.get("path");
        Object ranks = stdin.get("ranks");
        Object type = Optional.<Object>ofNullable(stdin.get("type")).orElse(path == null ? "service" : "file");
        if (type.equals("file") && path instanceof String text && ranks == null) {
            return new File(OutputName.checked(text));
        }
        if (type.equals("service") && path == null) {
            return new Submitter(task(ranks));
        }
        if (type.equals(TERMINAL) && path == null) {
            return new Terminal(task(ranks)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "the type terminal of 'input.stdin' requires 'ranks' with the number of one task")));
        }
        throw new IllegalArgumentException(
                "'input.stdin' must have the type file and a path, or the type service or terminal and 'ranks', found "
                        + stdin);
    }

    /** Reads the options of a job that was submitted before. Unknown options are ignored. */
    static InputOptions ofEarlier(@Nullable Object said) {
        try {
            return of(said);
        } catch (IllegalArgumentException refused) {
            return said instanceof Map<?, ?> input
                            && input.get("stdin") instanceof Map<?, ?> stdin
                            && stdin.get("path") instanceof String path
                            && OutputName.isName(path)
                    ? new File(new OutputName(path))
                    : new Nothing();
        }
    }

    /** Returns the shell attribute with this input in place of the earlier one. */
    static Object applied(Map<String, ? extends @Nullable Object> system, String input) {
        boolean isSubmitters = input.equals(EVERY) || isRank(input);
        Map<String, Object> stdin =
                isSubmitters ? Map.of("type", "service", "ranks", input) : Map.of("type", "file", "path", input);
        return Objects.requireNonNull(
                ShellOptions.with(system, stdin, "input", "stdin").get(ShellOptions.SHELL));
    }

    /** Returns the shell attribute with a terminal of this task in place of the earlier input. */
    static Object appliedTerminal(Map<String, ? extends @Nullable Object> system, String task) {
        Map<String, Object> stdin = Map.of("type", TERMINAL, "ranks", task);
        return Objects.requireNonNull(
                ShellOptions.with(system, stdin, "input", "stdin").get(ShellOptions.SHELL));
    }

    /** Whether processes read the submitter's input while the job runs. */
    default boolean isSubmitters() {
        return switch (this) {
            case Nothing it -> false;
            case File it -> false;
            case Submitter it -> true;
            case Terminal it -> true;
        };
    }

    private static OptionalLong task(@Nullable Object ranks) {
        if (EVERY.equals(ranks)) {
            return OptionalLong.empty();
        }
        String text = ranks == null ? "0" : String.valueOf(ranks);
        if (!isRank(text)) {
            throw new IllegalArgumentException(
                    "'ranks' of 'input.stdin' must be the number of a task or " + EVERY + ", found " + ranks);
        }
        return OptionalLong.of(Long.parseLong(text));
    }

    private static boolean isRank(String text) {
        return text.matches("[0-9]{1,9}");
    }
}
