package io.banyan.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command as a completion script describes it.
 *
 * @param path the names from below {@code banyan} down to the command, separated by spaces; empty for {@code banyan}
 *     itself
 * @param commands its subcommands
 * @param options its options
 */
record CompletedCommand(String path, List<Word> commands, List<Choice> options) {
    /** The values of an option or a parameter in a script of the library for bash. */
    private static final Pattern BASH_VALUES = Pattern.compile("(?<=_args=\\()\"[^)]*(?=\\))");

    /**
     * A word with its meaning.
     *
     * @param name as it is typed
     * @param description one line
     */
    record Word(String name, String description) {}

    /**
     * An option.
     *
     * @param names as they are typed, with their dashes
     * @param description one line
     * @param takesValue whether a value follows
     * @param values the values that it may have; empty where the command does not know them
     */
    record Choice(List<String> names, String description, boolean takesValue, List<String> values) {
        static Choice of(OptionSpec option) {
            List<String> values = new ArrayList<>();
            if (option.completionCandidates() != null) {
                option.completionCandidates().forEach(value -> values.add(typed(value)));
            }
            return new Choice(
                    List.of(option.names()),
                    firstLine(option.description()),
                    option.arity().max() > 0,
                    values);
        }
    }

    /** A value of an enumeration as the help shows it; it is taken in either case. */
    private static String typed(String value) {
        return value.toLowerCase(Locale.ROOT);
    }

    /** A script of the library for bash, with the values of enumerations as the help shows them. */
    static String typedValues(String bash) {
        return BASH_VALUES.matcher(bash).replaceAll(values -> Matcher.quoteReplacement(typed(values.group())));
    }

    /** The command and all below it, parents first; hidden ones are left out. */
    static List<CompletedCommand> all(CommandLine root) {
        List<CompletedCommand> all = new ArrayList<>();
        add(root, "", all);
        return List.copyOf(all);
    }

    private static void add(CommandLine command, String path, List<CompletedCommand> all) {
        CommandSpec spec = command.getCommandSpec();
        List<Word> commands = new ArrayList<>();
        List<CompletedCommand> below = new ArrayList<>();
        spec.subcommands().forEach((name, sub) -> {
            CommandSpec itsSpec = sub.getCommandSpec();
            if (!itsSpec.usageMessage().hidden()) {
                commands.add(new Word(name, firstLine(itsSpec.usageMessage().description())));
                add(sub, path.isEmpty() ? name : path + " " + name, below);
            }
        });
        List<Choice> options = spec.options().stream()
                .filter(option -> !option.hidden())
                .map(Choice::of)
                .toList();
        all.add(new CompletedCommand(path, commands, options));
        all.addAll(below);
    }

    /** The first sentence of a description, with picocli's markup of places resolved. */
    private static String firstLine(String... description) {
        String all = description.length == 0 ? "" : description[0];
        String plain = all.replace("%n", " ").replace("%%", "%").replaceAll("@\\|\\S+ ([^|]*)\\|@", "$1");
        int end = plain.indexOf(". ");
        String sentence = end < 0 ? plain : plain.substring(0, end);
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
