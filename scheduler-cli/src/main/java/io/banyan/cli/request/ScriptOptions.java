package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobRequest;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
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
 * wins, then the directives of Banyan, then those of other schedulers; among these, the last one with an option.
 */
final class ScriptOptions {
    private static final String SLURM_VARIABLES = "--slurm-env";
    private static final String NOT_OF_A_JOB = "' is not an option of a job";
    /** An option of the command, which has no effect in the middle of a script. */
    private static final String DRY_RUN = "--dry-run";
    /** Options that are alternatives within their group. */
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
    /** The directives that gave the words, by the name of their option. */
    private final Map<String, Directive> origins = new HashMap<>();

    /** The request of a script, with the options that made it. */
    record Result(JobOptions options, JobRequest.Submit request) {}

    private ScriptOptions(BatchScript script, Terminal terminal, Leniency leniency) {
        this.script = script;
        this.terminal = terminal;
        this.leniency = leniency;
        this.parser = new CommandLine(new JobOptions(terminal)).setExpandAtFiles(false);
    }

    /**
     * The request to submit a script.
     *
     * @param usual options that hold where nothing else says them
     * @param command the command line, whose options are parsed
     * @param leniency which directives that have no meaning are left out
     * @throws CommandFailure wrong use, where a directive is not understood or has a wrong value
     */
    static Result request(
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
        try {
            return options.result(options.words, terminal);
        } catch (CommandFailure failure) {
            throw options.located(failure);
        }
    }

    private Result result(Map<String, List<String>> given, Terminal warnings) {
        var all = new JobOptions(warnings);
        try {
            var unused = new CommandLine(all)
                    .setExpandAtFiles(false)
                    .parseArgs(given.values().stream().flatMap(List::stream).toArray(String[]::new));
        } catch (ParameterException e) {
            throw CommandFailure.wrongUse(script.source() + ": " + e.getMessage());
        }
        return new Result(all, all.request(script.in(all.jobspec(List.of(script.source()))), script.name()));
    }

    /**
     * The failure with the line of its directive. That is one without which the script does not fail in this way: the
     * one that the failure names, else one without which it does not fail at all, else the last. O(options^2).
     */
    private CommandFailure located(CommandFailure failure) {
        Directive blamed = null;
        int best = 0;
        for (Map.Entry<String, Directive> origin : origins.entrySet()) {
            Optional<String> others = failureWithout(origin.getKey());
            if (others.isPresent() && others.get().equals(failure.reason())) {
                continue;
            }
            boolean isNamed = failure.reason().startsWith(origin.getKey());
            int rank = isNamed ? 3 : others.isEmpty() ? 2 : 1;
            Directive directive = origin.getValue();
            if (blamed == null || rank > best || (rank == best && directive.line() > blamed.line())) {
                blamed = directive;
                best = rank;
            }
        }
        return blamed == null ? failure : wrong(blamed, failure.reason());
    }

    /** The reason of the failure without an option; empty where there is none. */
    private Optional<String> failureWithout(String option) {
        var others = new LinkedHashMap<>(words);
        others.remove(option);
        var silent = new PrintWriter(Writer.nullWriter());
        try {
            var unused = result(others, new Terminal(terminal.in(), silent, silent));
            return Optional.empty();
        } catch (CommandFailure failure) {
            return Optional.of(failure.reason());
        }
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
                leaveOut(
                        directive,
                        found.option().name(),
                        found.refusal("is not supported here", String.valueOf(e.getMessage())));
            }
        }
        if (!parsed.rest().isEmpty()) {
            leaveOut(directive, "", "'" + parsed.rest().getFirst() + "' is not an option");
        }
    }

    /** Keeps words of this program, after a look at whether they are some. */
    private void put(Directive directive, List<String> options) {
        CommandLine.ParseResult parsed;
        try {
            parsed = parser.parseArgs(options.toArray(String[]::new));
        } catch (UnmatchedArgumentException e) {
            String word = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().getFirst();
            leaveOut(directive, word, "'" + word + NOT_OF_A_JOB);
            return;
        } catch (ParameterException e) {
            throw wrong(directive, String.valueOf(e.getMessage()));
        }
        for (OptionSpec option : parsed.matchedOptionsSet()) {
            if (option.longestName().equals(DRY_RUN)) {
                leaveOut(directive, DRY_RUN, "'" + DRY_RUN + NOT_OF_A_JOB);
                continue;
            }
            put(option, option.isMultiValue() && option.splitRegex().isEmpty());
            origins.put(option.longestName(), directive);
        }
    }

    private void addCommandLine(CommandSpec command) {
        Set<String> known = parser.getCommandSpec().optionsMap().keySet();
        requireOneOfEach(command);
        for (OptionSpec option : command.commandLine().getParseResult().matchedOptionsSet()) {
            if (known.contains(option.longestName())) {
                put(option, false);
            }
        }
    }

    /** Among directives the last one wins. On one command line, two alternatives are a mistake. */
    private static void requireOneOfEach(CommandSpec command) {
        for (Set<String> group : GROUPS) {
            List<String> given = command.commandLine().getParseResult().matchedOptionsSet().stream()
                    .map(OptionSpec::longestName)
                    .filter(group::contains)
                    .sorted()
                    .toList();
            if (given.size() > 1) {
                throw CommandFailure.wrongUse("only one of " + String.join(" and ", given) + " can be used");
            }
        }
    }

    /** Puts an option in place of those before it that say the same, or adds its values to theirs. */
    private void put(OptionSpec option, boolean isAdded) {
        String name = option.longestName();
        List<String> all = new ArrayList<>(isAdded ? words.getOrDefault(name, List.of()) : List.of());
        all.addAll(words(option));
        for (Set<String> group : GROUPS) {
            if (group.contains(name)) {
                words.keySet().removeAll(group);
                origins.keySet().removeAll(group);
            }
        }
        origins.remove(name);
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
        terminal.err().println("banyan: " + Printable.text(place(directive) + "ignored: " + why) + ".");
        terminal.err().flush();
    }

    private CommandFailure wrong(Directive directive, String why) {
        return CommandFailure.wrongUse(place(directive) + why);
    }

    private String place(Directive directive) {
        String prefix = directive.dialect().prefix();
        return script.place(directive.line()) + (prefix.endsWith(":") ? prefix : prefix + ":") + " ";
    }
}
