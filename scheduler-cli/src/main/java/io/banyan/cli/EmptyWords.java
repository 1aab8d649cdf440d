package io.banyan.cli;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Refuses empty parameters, and lists with an empty item, before the command runs: they usually come from a shell
 * variable that is not set, and would select jobs without a name. The arguments of a command that is to be run can be
 * empty, and arguments that are passed on are checked by their receiver.
 */
final class EmptyWords implements IExecutionStrategy {
    /** The end of the names of parameters that are a command and its arguments. */
    private static final String COMMAND = "COMMAND";

    /** The name of parameters that are passed on to another command line. */
    private static final String PASSED_ON = "PASSED ON";

    private final IExecutionStrategy next;

    /** A strategy that passes commands without empty words to the next one. */
    EmptyWords(IExecutionStrategy next) {
        this.next = next;
    }

    @Override
    public int execute(ParseResult parsed) {
        Optional<ParseResult> level = Optional.of(parsed);
        while (level.isPresent()) {
            require(level.get());
            level = Optional.ofNullable(level.get().subcommand());
        }
        return next.execute(parsed);
    }

    private static void require(ParseResult level) {
        CommandLine command = level.commandSpec().commandLine();
        level.matchedPositionals().stream()
                .filter(words -> !words.paramLabel().equals(PASSED_ON))
                .forEach(words -> {
                    List<String> values = words.stringValues();
                    require(command, words, words.paramLabel(), isCommand(words) ? values.subList(0, 1) : values);
                });
        level.matchedOptions().stream()
                .filter(EmptyWords::isList)
                .forEach(option -> require(command, option, WrongUse.name(option), option.stringValues()));
    }

    private static boolean isCommand(ArgSpec words) {
        return words.paramLabel().endsWith(COMMAND)
                && words.isMultiValue()
                && !words.stringValues().isEmpty();
    }

    private static boolean isList(OptionSpec option) {
        return !option.splitRegex().isEmpty();
    }

    private static void require(CommandLine command, ArgSpec argument, String name, List<String> values) {
        if (values.stream().anyMatch(String::isBlank)) {
            String found = values.size() == 1 ? " is empty" : " has an empty item";
            throw new ParameterException(command, name + found, argument, "");
        }
    }
}
