package io.banyan.cli;

import io.banyan.cli.request.JobspecInput;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes an error in a command line for readers who do not know the parsing library. */
final class WrongUse {
    /** A value that cannot be converted: {@code 'x' is not a long}. */
    private static final Pattern NO_NUMBER = Pattern.compile("'([^']*)' is not an? (?:int|long)$");

    /** One that need not be whole: {@code 'x' is not a double}. */
    private static final Pattern NO_FRACTION = Pattern.compile("'([^']*)' is not a (?:double|float)$");

    /** A value that is no path: {@code '' is no path}. */
    private static final Pattern NO_PATH = Pattern.compile("'([^']*)' is no path$");

    /** A value of an enumeration: {@code expected one of [JGF, DOT] (case-insensitive) but was 'x'}. */
    private static final Pattern NONE_OF = Pattern.compile("expected one of \\[(.*)] \\(.*\\) but was '(.*)'$");

    /** How the words of a command that is to be run are called in the help. */
    private static final String COMMAND_TO_RUN = "COMMAND";

    /** More commands than this are left to the help. */
    private static final int MOST_NAMED = 6;

    private WrongUse() {}

    /** One sentence, without a newline. */
    static String sentence(ParameterException e) {
        String message =
                String.valueOf(e.getMessage()).lines().findFirst().orElse("").replaceFirst("^Error: ", "");
        return switch (e) {
            case UnmatchedArgumentException unmatched ->
                unmatched(unmatched.getCommandLine(), unmatched.getUnmatched());
            default ->
                message.startsWith("Missing required subcommand")
                        ? subcommands(e.getCommandLine())
                        : aboutValue(e, message);
        };
    }

    private static String subcommands(CommandLine command) {
        List<String> names = List.copyOf(command.getSubcommands().keySet());
        return names.size() > MOST_NAMED ? "Missing command" : "Missing command: expected " + String.join(", ", names);
    }

    private static String unmatched(CommandLine command, List<String> words) {
        String first = words.isEmpty() ? "" : words.get(0);
        if (first.startsWith("-") && first.length() > 1) {
            return "Unknown option '" + first + "'";
        }
        if (first.isBlank()) {
            return "an argument is empty";
        }
        return command.getSubcommands().isEmpty()
                ? "Unexpected argument '" + first + "'"
                : "unknown command '" + first + "'";
    }

    /** Whether the unknown option follows words of a command to run, so that it may belong to that command. */
    static boolean isOfACommandToRun(UnmatchedArgumentException e, List<String> words) {
        String unknown = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().get(0);
        return unknown.startsWith("-")
                && e.getCommandLine().getCommandSpec().positionalParameters().stream()
                        .filter(it -> it.paramLabel().endsWith(COMMAND_TO_RUN))
                        .flatMap(WrongUse::first)
                        .anyMatch(first -> words.indexOf(first) < words.indexOf(unknown));
    }

    private static Stream<String> first(ArgSpec words) {
        return words.getValue() instanceof List<?> values
                ? values.stream()
                        .map(String::valueOf)
                        .filter(word -> !JobspecInput.isNamed(word))
                        .limit(1)
                : Stream.empty();
    }

    /** The first long name of an option, by which messages call it. */
    static String name(OptionSpec option) {
        return Arrays.stream(option.names())
                .filter(name -> name.startsWith("--"))
                .findFirst()
                .orElseGet(option::longestName);
    }

    private static String aboutValue(ParameterException e, String message) {
        ArgSpec argument = e.getArgSpec();
        if (argument == null) {
            return message;
        }
        String name = argument instanceof OptionSpec option ? name(option) : argument.paramLabel();
        Matcher number = NO_NUMBER.matcher(message);
        if (number.find()) {
            return name + " must be a whole number, found '" + number.group(1) + "'";
        }
        Matcher fraction = NO_FRACTION.matcher(message);
        if (fraction.find()) {
            return name + " must be a number, found '" + fraction.group(1) + "'";
        }
        Matcher path = NO_PATH.matcher(message);
        if (path.find()) {
            return path.group(1).isEmpty()
                    ? name + " is empty"
                    : name + " must be the name of a file or directory, found '" + path.group(1) + "'";
        }
        Matcher choice = NONE_OF.matcher(message);
        if (choice.find()) {
            String names = choice.group(1).toLowerCase(Locale.ROOT).replaceFirst(", ([^,]*)$", " or $1");
            return name + " must be " + names + ", found '" + choice.group(2) + "'";
        }
        return message;
    }
}
