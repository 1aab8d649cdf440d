package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Terminal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The options of a batch script: those of its directives and of the command line that submits it. The command line
 * wins, then the directives of Banyan, then those of other schedulers; among these, the last one that says an option.
 */
final class ScriptOptions {
    private static final String SLURM_VARIABLES = "--slurm-env";
    /** Options of which one says what the others of its group would. */
    private static final List<Set<String>> GROUPS = List.of(
            Set.of("--mem", "--mem-per-task", "--mem-per-core"),
            Set.of("--gpus", "--gpus-per-task", "--gpus-per-node"),
            Set.of("--hold", "--urgency"));

    private final BatchScript script;
    private final Terminal terminal;
    private final Leniency leniency;
    /** Parses the options of one directive after the other. */
    private final CommandLine parser;
    /** The words by the name of their option. */
    private final Map<String, List<String>> words = new LinkedHashMap<>();

    private ScriptOptions(BatchScript script, Terminal terminal, Leniency leniency) {
        this.script = script;
        this.terminal = terminal;
        this.leniency = leniency;
        this.parser = new CommandLine(new JobOptions(terminal)).setExpandAtFiles(false);
    }

    /**
     * The options of a script.
     *
     * @param usual options that hold where nothing else says them
     * @param command the command line, whose options are parsed
     * @param leniency which directives that have no meaning are left out
     * @throws CommandFailure wrong use, where a directive is not understood
     */
    static JobOptions of(
            BatchScript script, List<String> usual, CommandSpec command, Terminal terminal, Leniency leniency) {
        var options = new ScriptOptions(script, terminal, leniency);
        for (OptionSpec option :
                options.parser.parseArgs(usual.toArray(String[]::new)).matchedOptionsSet()) {
            options.put(option, false);
        }
        List<Directive> directives = Directive.of(script);
        for (Directive directive : directives) {
            if (directive.dialect() != Dialect.BANYAN) {
                options.add(directive);
            }
        }
        for (Directive directive : directives) {
            if (directive.dialect() == Dialect.BANYAN) {
                options.add(directive);
            }
        }
        if (directives.stream().anyMatch(directive -> directive.dialect() == Dialect.SLURM)) {
            options.words.put(SLURM_VARIABLES, List.of(SLURM_VARIABLES));
        }
        options.addCommandLine(command);
        var all = new JobOptions(terminal);
        List<String> given =
                options.words.values().stream().flatMap(List::stream).toList();
        try {
            var unused = new CommandLine(all).setExpandAtFiles(false).parseArgs(given.toArray(String[]::new));
        } catch (ParameterException e) {
            throw CommandFailure.wrongUse(script.source() + ": " + e.getMessage());
        }
        return all;
    }

    private void add(Directive directive) {
        Optional<ForeignOptions> foreign = directive.dialect().options();
        if (foreign.isEmpty()) {
            put(directive, directive.words());
            return;
        }
        ForeignOptions.Parsed parsed;
        try {
            parsed = foreign.get().parse(directive.words());
        } catch (IllegalArgumentException e) {
            leaveOut(directive, "", String.valueOf(e.getMessage()));
            return;
        }
        for (ForeignOptions.Found found : parsed.options()) {
            try {
                put(directive, found.translated());
            } catch (IllegalArgumentException e) {
                leaveOut(directive, found.option().name(), found.name() + " has no meaning here: " + e.getMessage());
            }
        }
        if (!parsed.rest().isEmpty()) {
            leaveOut(directive, "", "'" + parsed.rest().getFirst() + "' is no option");
        }
    }

    /** Keeps words of this program, after a look at whether they are some. */
    private void put(Directive directive, List<String> options) {
        CommandLine.ParseResult parsed;
        try {
            parsed = parser.parseArgs(options.toArray(String[]::new));
        } catch (UnmatchedArgumentException e) {
            String word = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().getFirst();
            leaveOut(directive, word, "'" + word + "' is no option of a job");
            return;
        } catch (ParameterException e) {
            throw wrong(directive, String.valueOf(e.getMessage()));
        }
        for (OptionSpec option : parsed.matchedOptionsSet()) {
            put(option, option.isMultiValue() && option.splitRegex().isEmpty());
        }
    }

    private void addCommandLine(CommandSpec command) {
        Set<String> known = parser.getCommandSpec().optionsMap().keySet();
        for (OptionSpec option : command.commandLine().getParseResult().matchedOptionsSet()) {
            if (known.contains(option.longestName())) {
                put(option, false);
            }
        }
    }

    /** Puts an option in place of those before it that say the same, or adds its values to theirs. */
    private void put(OptionSpec option, boolean isAdded) {
        String name = option.longestName();
        List<String> all = new ArrayList<>(isAdded ? words.getOrDefault(name, List.of()) : List.of());
        all.addAll(words(option));
        GROUPS.stream().filter(group -> group.contains(name)).forEach(words.keySet()::removeAll);
        words.put(name, all);
    }

    static List<String> words(OptionSpec option) {
        if (option.arity().max() == 0) {
            return List.of(option.longestName());
        }
        List<String> words = new ArrayList<>();
        for (String value : option.originalStringValues()) {
            words.add(option.longestName() + "=" + value);
        }
        return words;
    }

    private void leaveOut(Directive directive, String option, String why) {
        if (!leniency.leavesOut().test(option)) {
            throw CommandFailure.wrongUse(place(directive) + why + leniency.hint());
        }
        terminal.err().println("banyan: " + Printable.text(place(directive) + "left out: " + why) + ".");
        terminal.err().flush();
    }

    private CommandFailure wrong(Directive directive, String why) {
        return CommandFailure.wrongUse(place(directive) + why);
    }

    private String place(Directive directive) {
        return script.place(directive.line()) + directive.dialect().prefix() + ": ";
    }
}
