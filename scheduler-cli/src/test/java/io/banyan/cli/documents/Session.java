package io.banyan.cli.documents;

import io.banyan.cli.documents.Page.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Commands of a page that are run one after the other in one shell.
 *
 * @param page the page, relative to the project
 * @param notRun the reason why the session is not run, or an empty text
 * @param before commands that are run first
 * @param daemon the options of a daemon that is started after them, or {@code null}
 * @param prepare commands that are run after the start of that daemon
 * @param steps the commands of the page
 * @param rules the commands that are treated in another way than to be run and compared, in the order of the page
 */
record Session(
        String page, String notRun, String before, String daemon, String prepare, List<Step> steps, List<Rule> rules) {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String START = "export BANYAN_STATE=/tmp/site\nbanyan start --state /tmp/site ";
    private static final String GRAPH = "--graph resource-graphs/small.graphml ";
    private static final String NAME = "--name site ";
    private static final Pattern CAT = Pattern.compile("cat ([\\w.-]+)");

    /**
     * Another treatment of a command.
     *
     * @param at the beginning of the command
     * @param effects what is done, with its text
     */
    record Rule(String at, Map<Effect, String> effects) {
        boolean has(Effect effect) {
            return effects.containsKey(effect);
        }
    }

    /** Treatments of a command. */
    enum Effect {
        /** The command is not run, for a reason. */
        SKIP,
        /** The command is run, and its output is not compared, for a reason. */
        UNREAD,
        /** These commands are run before it. */
        FIRST,
        /** This command is run in its place. */
        INSTEAD
    }

    private static final Rule NONE = new Rule("", Map.of());

    /**
     * A command with its treatment.
     *
     * @param rule the treatment
     */
    record Planned(Step step, Rule rule) {}

    /**
     * The commands with their rules.
     *
     * @throws IllegalStateException if a rule is for no command
     */
    List<Planned> plan() {
        List<Planned> all = new ArrayList<>();
        int next = 0;
        for (Step step : steps) {
            boolean isFor = next < rules.size()
                    && step.command().startsWith(rules.get(next).at());
            all.add(new Planned(step, isFor ? rules.get(next++) : NONE));
        }
        if (next < rules.size()) {
            throw new IllegalStateException(this + ": no command begins with this, or not in this order: "
                    + rules.get(next).at());
        }
        return all;
    }

    /** Runs the commands and returns how the outputs differ from the page. */
    List<String> differences(Shell shell) throws IOException {
        runAll(shell, before);
        if (daemon != null) {
            String options =
                    (daemon.contains("--graph") ? "" : GRAPH) + (daemon.contains("--name") ? "" : NAME) + daemon;
            String started = shell.runOfPage(START + options, LIMIT);
            if (!started.contains("listens on")) {
                return List.of("the daemon did not start: " + started);
            }
        }
        runAll(shell, prepare);
        List<String> differences = new ArrayList<>();
        for (Planned planned : plan()) {
            if (!planned.rule().has(Effect.SKIP)) {
                String difference = run(shell, planned);
                if (!difference.isEmpty()) {
                    differences.add(difference);
                }
            }
        }
        return differences;
    }

    private static void runAll(Shell shell, String commands) {
        if (!commands.isBlank()) {
            String output = shell.runOfPage(commands, LIMIT);
            if (output.contains(Shell.NEVER_TRUE)) {
                throw new Shell.Stuck(output);
            }
        }
    }

    private String run(Shell shell, Planned planned) throws IOException {
        Map<Effect, String> effects = planned.rule().effects();
        Step step = planned.step();
        writeIfShown(shell, step);
        runAll(shell, effects.getOrDefault(Effect.FIRST, ""));
        String command = shell.withIds(effects.getOrDefault(Effect.INSTEAD, step.command()));
        String output;
        try {
            output = shell.runOfPage(command, LIMIT);
        } catch (Shell.Stuck e) {
            throw new Shell.Stuck(page + ":" + step.line() + ": " + e.getMessage());
        }
        shell.learnIds(step.output(), output);
        boolean isSilent = step.output().isBlank() && Shell.startsDaemon(command);
        if (effects.containsKey(Effect.UNREAD)
                || isSilent
                || Shape.of(step.output()).matches(Shape.of(output))) {
            return "";
        }
        return "%s:%d: $ %s%n--- the page shows%n%s--- it prints%n%s"
                .formatted(page, step.line(), command, step.output(), output);
    }

    /** A file that the page shows before anything has made it is a file of the reader. */
    private static void writeIfShown(Shell shell, Step step) throws IOException {
        Matcher cat = CAT.matcher(step.command());
        if (cat.matches() && !shell.has(cat.group(1))) {
            shell.write(cat.group(1), step.output());
        }
    }

    @Override
    public String toString() {
        return steps.isEmpty() ? page : page + ":" + steps.getFirst().line();
    }
}
